package rendezvous

// Peer is the process at the other end of a connection.
type Peer struct {
	UID int
	PID int
}
