package sandbox

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// RestrictThread holds the calling thread, and every program that it starts
// from then on, to the profile, for good: its goroutine must be locked to the
// thread and must never unlock it. room says that the thread stands in a room
// (see Furnish), whose namespaces hold the network and hide sockets; without one
// nothing but sockets of kinds that cannot leave the process is left where the
// network is off.
func RestrictThread(p Profile, room bool) error {
	if !room && unix.Geteuid() == 0 { // root's programs would look into everybody's memory
		if err := dropRights(); err != nil && !errors.Is(err, unix.EPERM) { // one that may not drop any has none
			return err
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	if err := restrictFiles(p); err != nil {
		return err
	}
	f, err := callsFilter(families(p.Network, room))
	if err != nil {
		return err
	}
	return f.install()
}

// families are the kinds of sockets that a program may open.
func families(n Network, room bool) []uint32 {
	switch {
	case room && n.Mode == On && landlockABI() < 6: // nothing would keep abstract sockets out of reach
		return []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}
	case room:
		return []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}
	case n.Mode == On:
		return []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}
	}
	return []uint32{unix.AF_NETLINK}
}

// dropRights leaves the calling thread's programs none of the rights that a
// user namespace brings, but those over its own files that the person's root
// account has: what unpacks archives as root wants them.
func dropRights() error {
	keep := []uintptr{unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_SETUID, unix.CAP_SETGID}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("ambient rights: %w", err)
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var rights [2]unix.CapUserData
	if err := unix.Capget(&head, &rights[0]); err != nil {
		return fmt.Errorf("rights: %w", err)
	}
	rights[0].Inheritable, rights[1].Inheritable = 0, 0 // root's programs would get them back
	if err := unix.Capset(&head, &rights[0]); err != nil {
		return fmt.Errorf("rights: %w", err)
	}
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if slices.Contains(keep, c) {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && err != unix.EINVAL { // EINVAL: this kernel does not know it
			return fmt.Errorf("right %d: %w", c, err)
		}
	}
	return nil
}
