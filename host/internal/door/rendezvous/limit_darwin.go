package rendezvous

const pathLimit = maxPathMac
