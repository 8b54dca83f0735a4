package sandbox

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// RoomAttributes are how a process is started that is to be a room: in user,
// process, mount and IPC namespaces of its own, and in a network of its own
// unless the network is on. The person keeps the own user number, so that files
// look as they do outside.
func RoomAttributes(n Network) *syscall.SysProcAttr {
	flags := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWIPC)
	if n.Mode != On {
		flags |= unix.CLONE_NEWNET
	}
	users := []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	groups := []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	if os.Getuid() == 0 { // root's files may belong to anybody
		const all = 1<<31 - 1
		users = []syscall.SysProcIDMap{{Size: all}}
		groups = []syscall.SysProcIDMap{{Size: all}}
	}
	return &syscall.SysProcAttr{
		Setsid: true, Cloneflags: flags, UidMappings: users, GidMappings: groups, GidMappingsEnableSetgroups: os.Getuid() == 0,
		AmbientCaps: []uintptr{
			unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_NET_BIND_SERVICE, unix.CAP_SETPCAP, unix.CAP_KILL,
			unix.CAP_SYS_RESOURCE, // to bound what the kernel counts by user
			unix.CAP_SYS_PTRACE,   // to tell whose call a program belongs to
			unix.CAP_DAC_OVERRIDE, // overlays keep a folder that nobody may open
		},
	}
}

// Furnish makes a room of this process, which was started with RoomAttributes:
// its files, its loopback network, its limits. Nothing has run in it before.
//
// The notes are sentences about what could be done without.
func Furnish(f Furnishing) (notes []string, err error) {
	unix.Umask(0o022)
	if notes, err = furnish(f); err != nil {
		return nil, err
	}
	if f.Profile.Network.Mode != On {
		if err := raiseLoopback(); err != nil {
			return nil, err
		}
	}
	return notes, setLimits(f.Profile.Limits.Filled())
}

// EnterThread restricts the calling thread of a room, from which programs are
// started. See RestrictThread.
func EnterThread(p Profile) error {
	if err := dropRights(); err != nil {
		return err
	}
	return RestrictThread(p, true)
}

// raiseLoopback brings up the network of the room: it leads nowhere but to
// itself.
func raiseLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	defer closeFile(fd)
	ifr, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, ifr); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	ifr.SetUint16(ifr.Uint16() | unix.IFF_UP)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	return nil
}

// setLimits are those that the kernel holds for each process on its own. Memory
// and the number of processes are watched for a whole call (see Tally).
func setLimits(l Limits) error {
	set := func(what int, value uint64) error {
		var now unix.Rlimit
		if err := unix.Getrlimit(what, &now); err != nil {
			return err
		}
		value = min(value, now.Max)
		return unix.Setrlimit(what, &unix.Rlimit{Cur: value, Max: value})
	}
	for what, value := range map[int]uint64{
		unix.RLIMIT_FSIZE: uint64(l.FileSize), unix.RLIMIT_CPU: uint64(l.CPU), unix.RLIMIT_CORE: 0,
		// The count is the room's own; the room itself needs a few.
		unix.RLIMIT_NPROC: uint64(l.Processes) * 4,
	} {
		if err := set(what, value); err != nil {
			return fmt.Errorf("limits: %w", err)
		}
	}
	for _, what := range []int{unix.RLIMIT_SIGPENDING, unix.RLIMIT_MSGQUEUE} { // are counted by user, of all rooms and outside
		var now unix.Rlimit
		if err := unix.Getrlimit(what, &now); err != nil {
			return fmt.Errorf("limits: %w", err)
		}
		if err := set(what, now.Max/4); err != nil && now.Max != unix.RLIM_INFINITY {
			return fmt.Errorf("limits: %w", err)
		}
	}
	// Few programs can use what lies above the soft limit, and some walk through all numbers.
	return set(unix.RLIMIT_NOFILE, 65536)
}
