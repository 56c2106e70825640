package rendezvous

import "testing"

func TestPipeIsForOneUser(t *testing.T) {
	if got, want := sddl("S-1-5-21-7"), "D:P(A;;GA;;;S-1-5-21-7)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
