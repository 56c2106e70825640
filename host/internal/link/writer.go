package link

import (
	"encoding/json"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"candid/host/protocol"
)

// outQueue is how many messages may wait for Chrome to read. Chrome reads as
// fast as it can, so a full queue means that it hangs; callers then wait, each
// within its own deadline.
const outQueue = 64

// writer is the one goroutine that writes to Chrome. Everything else hands it
// whole messages, so frames never mix.
type writer struct {
	out    io.Writer
	queue  chan []byte
	done   chan struct{} // closed when nothing is written any more
	once   sync.Once
	chunks atomic.Uint64
}

// newWriter starts the goroutine, which ends with stop or a failed write.
func newWriter(out io.Writer, failed func(error)) *writer {
	w := &writer{out: out, queue: make(chan []byte, outQueue), done: make(chan struct{})}
	go w.run(failed)
	return w
}

// run writes until there is no more.
func (w *writer) run(failed func(error)) {
	for {
		select {
		case message := <-w.queue:
			if err := w.write(message); err != nil {
				failed(err)
				return
			}
		case <-w.done:
			return
		}
	}
}

// stop ends the goroutine. What waits in the queue is dropped: the other side
// has gone.
func (w *writer) stop() { w.once.Do(func() { close(w.done) }) }

// write sends one message, as chunks when it is too large for Chrome.
func (w *writer) write(message []byte) error {
	if len(message) <= protocol.MaxToExtension {
		_, err := w.out.Write(appendFrame(nil, message))
		return err
	}
	id := "chunk-" + strconv.FormatUint(w.chunks.Add(1), 10)
	return cutMessage(id, message, func(chunk protocol.Chunk) error {
		body, err := json.Marshal(chunk)
		if err != nil {
			return err
		}
		_, err = w.out.Write(appendFrame(nil, body))
		return err
	})
}

// cutMessage cuts a message on code point borders and hands out the chunks.
func cutMessage(id string, message []byte, send func(protocol.Chunk) error) error {
	for seq := 0; ; seq++ {
		size := min(len(message), protocol.ChunkData)
		for size > 0 && size < len(message) && !utf8.RuneStart(message[size]) {
			size--
		}
		chunk := protocol.Chunk{Type: "chunk", ID: id, Seq: seq, Last: size == len(message), Data: string(message[:size])}
		if err := send(chunk); err != nil || chunk.Last {
			return err
		}
		message = message[size:]
	}
}
