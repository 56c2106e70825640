package serve

import "time"

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

// usualLimits: a request of ours is a few hundred bytes, a long text to fill
// some kilobytes. An answer is at most some megabytes, which a reader on the
// same machine takes in milliseconds; one that does not in 10 s hangs.
var usualLimits = limits{
	message: 1 << 20, inFlight: 512, answers: 256,
	write: 10 * time.Second, pong: 60 * time.Second, ping: 60 * time.Second * 9 / 30,
	handshake: 5 * time.Second, idle: 60 * time.Second, request: 10 * time.Minute,
}

// slots is how many requests of all agents run at once, slotsEach how many of
// one agent. More would not be faster: the extension is one thread. Fewer would
// leave it idle while the host works.
const (
	slots     = 32
	slotsEach = 8
)

// queueEach is how many requests of one agent may wait for a slot before the
// answer is busy.
const queueEach = 256
