package link

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"candid/host/protocol"
)

// framed is a frame with the body.
func framed(body string) []byte { return appendFrame(nil, []byte(body)) }

// header is the length field alone.
func header(length uint32) []byte { return binary.NativeEndian.AppendUint32(nil, length) }

func TestReadFrame(t *testing.T) {
	tests := []struct {
		name  string
		input []byte
		body  string
		err   error
	}{
		{"a frame", framed(`{"a":1}`), `{"a":1}`, nil},
		{"a newline is a byte like others", framed("{\"a\":\n1}\r\n"), "{\"a\":\n1}\r\n", nil},
		{"nothing", nil, "", io.EOF},
		{"length 0", header(0), "", errEmptyFrame},
		{"all ones", append(header(0xFFFFFFFF), 1, 2), "", ErrFrameTooLarge},
		{"one over the limit", header(101), "", ErrFrameTooLarge},
		{"at the limit", framed(strings.Repeat("x", 100)), strings.Repeat("x", 100), nil},
		{"invalid UTF-8", framed("{\"a\":\"\xff\"}"), "", errNotUTF8},
		{"a surrogate half", framed("\"\xed\xa0\x80\""), "", errNotUTF8},
		{"64 deep", framed(strings.Repeat("[", 64)), strings.Repeat("[", 64), nil},
		{"65 deep", framed(strings.Repeat("[", 65)), "", errTooDeep},
		{"brackets in a string", framed(`"` + strings.Repeat("[", 80) + `"`), `"` + strings.Repeat("[", 80) + `"`, nil},
		{"brackets after an escaped quote", framed(`"\"` + strings.Repeat("[", 80) + `"`), `"\"` + strings.Repeat("[", 80) + `"`, nil},
		{"brackets after an escaped backslash", framed(`"\\"` + strings.Repeat("[", 80)), "", errTooDeep},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			body, err := readFrame(bytes.NewReader(test.input), 100)
			if !errors.Is(err, test.err) {
				t.Fatalf("got error %v, want %v", err, test.err)
			}
			if err == nil && string(body) != test.body {
				t.Errorf("got %q, want %q", body, test.body)
			}
		})
	}
}

// A stream cut at any byte ends with an error that says where, never with a
// part of a frame taken for the whole.
func TestReadFrameCutAtEveryByte(t *testing.T) {
	whole := append(framed(`{"first":"é"}`), framed(`{"second":2}`)...)
	first := len(framed(`{"first":"é"}`))
	readers := map[string]func(io.Reader) io.Reader{
		"plain": func(r io.Reader) io.Reader { return r }, "one byte": iotest.OneByteReader,
		"half": iotest.HalfReader, "data with error": iotest.DataErrReader,
	}
	for name, wrap := range readers {
		for cut := 0; cut <= len(whole); cut++ {
			r := wrap(bytes.NewReader(whole[:cut]))
			frames := 0
			var err error
			for err == nil {
				if _, err = readFrame(r, 1000); err == nil {
					frames++
				}
			}
			want := io.ErrUnexpectedEOF
			if cut == 0 || cut == first || cut == len(whole) {
				want = io.EOF
			}
			complete := 0
			if cut >= first {
				complete++
			}
			if cut == len(whole) {
				complete++
			}
			if !errors.Is(err, want) || frames != complete {
				t.Errorf("%s, cut at %d: got %d frames and %v, want %d and %v", name, cut, frames, err, complete, want)
			}
		}
	}
}

func TestReadFrameGoesOnAfterWhatItRefuses(t *testing.T) {
	stream := bytes.NewReader(bytes.Join([][]byte{
		header(0), framed("\xff"), framed(strings.Repeat("{", 99)), framed(`{"ok":true}`),
	}, nil))
	refused := 0
	for {
		body, err := readFrame(stream, 1000)
		if recoverable(err) {
			refused++
			continue
		}
		if err != nil || string(body) != `{"ok":true}` || refused != 3 {
			t.Fatalf("after %d refused: %q, %v", refused, body, err)
		}
		return
	}
}

// A length is only an announcement: memory is taken for bytes that come.
func TestLyingLengthCostsNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 20 {
		_, err := readFrame(bytes.NewReader(append(header(protocol.MaxFromExtension), 1, 2)), protocol.MaxFromExtension)
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) / 20; took > 2<<20 {
		t.Errorf("a lying length took %d bytes", took)
	}
}

// The largest frame costs what it holds, and one byte more costs nothing.
func TestLargestFrame(t *testing.T) {
	body := `"` + strings.Repeat("x", protocol.MaxFromExtension-2) + `"`
	whole, over := framed(body), framed(body+"x")
	var got []byte
	var err error
	if took := allocated(func() { got, err = readFrame(bytes.NewReader(whole), protocol.MaxFromExtension) }); took > 3*protocol.MaxFromExtension {
		t.Errorf("a frame of %d bytes took %d", len(whole), took)
	}
	if err != nil || len(got) != len(body) {
		t.Fatalf("got %d bytes, %v", len(got), err)
	}
	if took := allocated(func() { _, err = readFrame(bytes.NewReader(over), protocol.MaxFromExtension) }); took > 1<<20 {
		t.Errorf("a frame that is refused took %d bytes", took)
	}
	if !errors.Is(err, ErrFrameTooLarge) || !strings.Contains(err.Error(), "FRAME_TOO_LARGE") {
		t.Fatalf("one byte more: got %v", err)
	}
}

// allocated is the memory that a function takes, in bytes.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestDepthIsFoundFast(t *testing.T) {
	body := []byte(strings.Repeat("[", 1_000_000))
	best := time.Hour
	for range 10 { // the best of some, since the machine may have other work
		start := time.Now()
		if err := checkText(body); !errors.Is(err, errTooDeep) {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	if best > 50*time.Millisecond {
		t.Errorf("it took %v", best)
	} else {
		t.Log(best)
	}
}

func FuzzReadFrame(f *testing.F) {
	f.Add(framed(`{"type":"reply","id":"1","result":{}}`))
	f.Add(header(0xFFFFFFFF))
	f.Add(append(header(0), framed("\xff")...))
	f.Add(append(header(9), []byte("short")...))
	f.Fuzz(func(t *testing.T, input []byte) {
		r := bytes.NewReader(input)
		for {
			body, err := readFrame(r, 1<<16)
			switch {
			case recoverable(err):
				continue
			case err != nil:
				return
			}
			if len(body) == 0 || len(body) > 1<<16 || !bytes.Contains(input, body) {
				t.Fatalf("a frame that was not sent: %q", body)
			}
		}
	})
}

// FuzzTake feeds any message to a link with a call in flight: nothing panics,
// and the call ends by its own reply or deadline alone.
func FuzzTake(f *testing.F) {
	for _, seed := range []string{
		`{"type":"reply","id":"1","result":{}}`, `{"type":"event","event":"tab_closed","tab":"1"}`,
		`{"type":"hello","protocol":1}`, `{"type":"ask","id":"1","method":"status"}`, `{"type":"reply","id":"1","error":{}}`,
		`{"type":1}`, `null`, `[]`, `{"type":"reply","type":"event"}`, `{"Type":"reply"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		b := &Browser{
			events: make(chan protocol.Event, 1), asks: make(chan protocol.Ask, 1), gone: make(chan struct{}),
			pending: map[string]chan protocol.Reply{"1": make(chan protocol.Reply, 1)},
			out:     &writer{queue: make(chan []byte, 4), done: make(chan struct{}), out: io.Discard},
		}
		if err := b.take(body); err != nil && strings.Contains(string(body), "secret-canary") && strings.Contains(err.Error(), "secret-canary") {
			t.Fatalf("the error quotes the message: %v", err)
		}
	})
}

func TestChunksPutTogetherAreTheMessage(t *testing.T) {
	long := strings.Repeat("ab", protocol.ChunkData/3) + strings.Repeat("é", protocol.ChunkData) + strings.Repeat("\\\"", 1000)
	var whole strings.Builder
	seq := 0
	err := cutMessage("c", []byte(long), func(chunk protocol.Chunk) error {
		if chunk.Seq != seq || len(chunk.Data) > protocol.ChunkData {
			t.Errorf("chunk %d has seq %d and %d bytes", seq, chunk.Seq, len(chunk.Data))
		}
		if strings.ContainsRune(chunk.Data, '\uFFFD') {
			t.Error("a code point was cut")
		}
		whole.WriteString(chunk.Data)
		seq++
		return nil
	})
	if err != nil || whole.String() != long {
		t.Errorf("put together %d bytes of %d, %v", whole.Len(), len(long), err)
	}
}
