package room

import "golang.org/x/sys/unix"

// Boot names the time since the machine was started; "" where that cannot be known.
func Boot() string {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
}
