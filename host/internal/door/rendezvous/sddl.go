package rendezvous

// sddl is the security descriptor of a pipe that one user alone may open:
// protected from inheritance, full access for the SID, nobody else. go-winio
// refuses clients from other machines by itself.
func sddl(sid string) string { return "D:P(A;;GA;;;" + sid + ")" }
