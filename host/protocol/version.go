// Package protocol is the wire, written once: every message that crosses a
// process border (page, worker, host, agent) is a struct here. The TypeScript
// side is generated from these files (extension/protocol.gen.ts); fixtures in
// testdata/protocol are decoded by both sides. Standard library only, so that
// every part of Candid, the build included, can import it.
package protocol

// Version is the protocol version. The worker's hello and the host's welcome
// carry it; two sides with different versions refuse each other, naming both.
const Version = 1

// Release is the product's version: manifest, binary and CHANGELOG agree on it.
const Release = "0.1.0"

// Build is the build id: the hash of the extension's content that this binary
// was built beside. The build sets it with the linker's -X; "dev" is a binary
// that "go run ./build" did not make.
var Build = "dev"

// NativeHost is the native messaging host's name, as manifests spell it.
const NativeHost = "dev.candid.host"

// ExtensionKey is the manifest "key": the public key that fixes the
// extension's id, so that allowed_origins in host manifests never changes.
const ExtensionKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArFlnpP3ZxcqyQkmafSk42eCaPFoV1CvoOIj9fUkbjA4dh1zza9zk0BgzpppXkAfQoop7fdSQrFfO0/KTQKsNBHjc0Tbk61XIB9pNY7j3DOoFmHqtd205R8RilXtzHR15gbufOtuwG7xmJhKrvRuLZunma05SYZsKBr6th9GSLfcJECYefEq5+NJwxMvvDgcyrnf7Ot9ZVNGhFAcrOeChWrr7Lun1wkDrWzklnWhnsw0vxABfo50HM3nSazBxU7EYCayDTibIwORXRN1+IC7AQxWPQY0BxRBXv4z7UuUWJhdIp8GcqHSx7yGxiijNzjoBqOFeCN0gYVZJ8chhW38rtQIDAQAB"

// ExtensionID follows from ExtensionKey: the first 16 bytes of the SHA-256 of
// the DER key, written in a-p. A test recomputes it.
const ExtensionID = "fbagnohkofcdhidoaimifmnjladejjce"

// ExtensionOrigin is what Chrome passes as argv[1] and what allowed_origins lists.
const ExtensionOrigin = "chrome-extension://" + ExtensionID + "/"

// Frame limits of native messaging, in bytes of UTF-8 JSON (measured on
// Chromium 156): Chrome closes the port above 1 MiB towards the extension and
// throws above 64 MiB towards the host.
const (
	MaxToExtension   = 1 << 20
	MaxFromExtension = 64 << 20
	// ChunkData is the text carried by one chunk of a message that does not
	// fit MaxToExtension. A quarter, because JSON may escape one byte as six
	// only for control characters, which a JSON text being chunked lacks; the
	// quotes and backslashes of the inner JSON at most double it.
	ChunkData = MaxToExtension / 4
)
