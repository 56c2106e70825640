//go:build !darwin

package rendezvous

const pathLimit = maxPath
