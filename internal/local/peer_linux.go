package local

import "syscall"

const knowsPeers = true

func peerUser(fd uintptr) (uint32, error) {
	c, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return 0, err
	}
	return c.Uid, nil
}
