package local

import "golang.org/x/sys/unix"

const knowsPeers = true

func peerUser(fd uintptr) (uint32, error) {
	c, err := unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, err
	}
	return c.Uid, nil
}
