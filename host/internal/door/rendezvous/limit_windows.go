package rendezvous

// pathLimit is not needed: pipes have names of their own.
const pathLimit = 1 << 15
