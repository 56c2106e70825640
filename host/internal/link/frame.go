// Package link is the way to the extension: Chrome's native messaging, which is
// a 4-byte length in native byte order and that much JSON, on stdin and stdout.
// Chrome drops what it does not understand without a word, so everything that a
// caller can wait for has an id and a deadline here, and every bound is checked
// before memory is taken for what the other side merely announced.
package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"candid/host/protocol"
)

// headerSize is the length field of a frame.
const headerSize = 4

// growBy is the most memory taken at once for a frame whose bytes have not
// come. Smaller means more reads of a large ledger; larger lets a lying length
// cost more.
const growBy = 1 << 20

// Errors of a frame. After errEmptyFrame, errNotUTF8 and errTooDeep the stream
// is still in step and the next frame can be read; after ErrFrameTooLarge it
// is not.
var (
	ErrFrameTooLarge = errors.New("FRAME_TOO_LARGE: frame exceeds the limit")
	errEmptyFrame    = errors.New("frame of length 0")
	errNotUTF8       = errors.New("frame is not UTF-8")
	errTooDeep       = errors.New("frame nests too deep")
)

// readFrame reads one frame of at most limit bytes. io.EOF means that the
// stream ended between frames, io.ErrUnexpectedEOF that it ended within one.
func readFrame(r io.Reader, limit int) ([]byte, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	length := binary.NativeEndian.Uint32(header[:])
	if uint64(length) > uint64(limit) {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrFrameTooLarge, length, limit)
	}
	if length == 0 {
		return nil, errEmptyFrame
	}
	body, err := readBody(r, int(length))
	if err != nil {
		return nil, err
	}
	return body, checkText(body)
}

// readBody reads length bytes, taking memory as they come: doubling, so that a
// large frame is copied at most twice.
func readBody(r io.Reader, length int) ([]byte, error) {
	body := make([]byte, 0, min(length, growBy))
	for len(body) < length {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(length, 2*cap(body)))
			copy(grown, body)
			body = grown
		}
		from := len(body)
		body = body[:cap(body)]
		if _, err := io.ReadFull(r, body[from:]); err != nil {
			return nil, cutShort(err)
		}
	}
	return body, nil
}

// cutShort makes the end of a stream within a frame what it is.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// checkText refuses what Go's decoder would accept and change (invalid UTF-8
// becomes U+FFFD) or follow without end (nesting).
func checkText(body []byte) error {
	if !utf8.Valid(body) {
		return errNotUTF8
	}
	if protocol.TooDeep(body) {
		return errTooDeep
	}
	return nil
}

// recoverable tells whether the stream is still in step after an error.
func recoverable(err error) bool {
	return errors.Is(err, errEmptyFrame) || errors.Is(err, errNotUTF8) || errors.Is(err, errTooDeep)
}

// appendFrame writes a frame: header and body in one slice, so that one Write
// sends it whole.
func appendFrame(into, body []byte) []byte {
	into = binary.NativeEndian.AppendUint32(into, uint32(len(body)))
	return append(into, body...)
}
