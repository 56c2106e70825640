package rendezvous

const pathLimit = maxPath
