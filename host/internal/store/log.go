package store

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/DeRuina/timberjack"
	"github.com/rs/zerolog"
)

// The log's bounds: 8 MB a file and two old ones hold weeks of ordinary use and
// some hours of a defect that logs without end.
const (
	logMegabytes = 8
	logBackups   = 2
)

// OpenLog is the host's log: <home>/log/host.log, 0600, rotated. Page text,
// names, values and tokens are never logged. Where the file cannot be made the
// log goes to stderr, which Chrome discards or shows.
func OpenLog(home string, config LogConfig) (zerolog.Logger, io.Closer, error) {
	level, err := zerolog.ParseLevel(config.Level)
	if err != nil {
		level = zerolog.InfoLevel
	}
	dir := filepath.Join(home, "log")
	if err := Private(dir); err != nil {
		return logger(os.Stderr, level), io.NopCloser(nil), err
	}
	file := &timberjack.Logger{
		Filename: filepath.Join(dir, "host.log"), MaxSize: logMegabytes, MaxBackups: logBackups, FileMode: 0o600,
	}
	return logger(file, level), file, nil
}

// logger is the one zerolog logger of a process. Seconds are too coarse to
// follow a restart.
func logger(out io.Writer, level zerolog.Level) zerolog.Logger {
	zerolog.TimeFieldFormat = time.RFC3339Nano
	return zerolog.New(out).Level(level).With().Timestamp().Int("pid", os.Getpid()).Logger()
}
