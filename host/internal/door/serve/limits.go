package serve

import (
	"time"

	"candid/host/protocol"
)

// limits are what a connection may cost.
type limits struct {
	message   int64         // bytes of one request
	inFlight  int           // requests of one connection at once
	answers   int           // answers that wait to be written
	write     time.Duration // one answer must be taken within
	pong      time.Duration // a sign of life must come within
	ping      time.Duration
	handshake time.Duration
	idle      time.Duration
	request   time.Duration // the longest any request may take
}

// usualLimits: a request of ours is a few hundred bytes, a text to fill may be
// megabytes. An answer is at most some megabytes, which a reader on the
// same machine takes in milliseconds; one that does not in 10 s hangs.
var usualLimits = limits{
	message: protocol.MaxRequest, inFlight: queueEach, answers: 256,
	write: 10 * time.Second, pong: 60 * time.Second, ping: 60 * time.Second * 9 / 30,
	handshake: 5 * time.Second, idle: 60 * time.Second, request: 10 * time.Minute,
}

// Slots are how many requests run at once: of all agents, and of one. The
// extension is one thread, so what one agent has running is what another waits
// for: two keep the pipe full, and more would only make the others slower. Acts
// mostly wait for the page to settle, and one tab does one at a time, so there
// may be more of them.
const (
	lookSlots, lookSlotsEach = 32, 2
	actSlots, actSlotsEach   = 64, 8
)

// queueEach is how many requests of one agent may wait for a slot before the
// answer is busy.
const queueEach = 256

// busyPause is how long a connection is not read after a busy answer. Without
// it an agent that ignores the answer makes the host do nothing but say no.
const busyPause = 2 * time.Millisecond
