//go:build !linux && !darwin

package local

const knowsPeers = false

func peerUser(uintptr) (uint32, error) { return 0, ErrUnsupported }
