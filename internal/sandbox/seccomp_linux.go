package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A filter is a seccomp program: a list of checks on a system call's number and
// arguments, ending in "allow".
type filter struct{ code []unix.SockFilter }

// Where the kernel puts what a filter reads: struct seccomp_data.
const (
	atNumber = 0
	atArch   = 4
	atArg0   = 16 // low half; little-endian systems only, as all that Go's ports here are
	atArg1   = 24
)

const (
	load    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	jumpEq  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	jumpGE  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	jumpSet = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	ret     = unix.BPF_RET | unix.BPF_K
)

func (f *filter) add(code uint16, k uint32, yes, no uint8) {
	f.code = append(f.code, unix.SockFilter{Code: code, Jt: yes, Jf: no, K: k})
}

// refuse makes a call fail with errno.
func (f *filter) refuse(errno unix.Errno) { f.add(ret, unix.SECCOMP_RET_ERRNO|uint32(errno), 0, 0) }

// native lets only calls of this machine's own kind pass on: the numbers of
// another kind (32 bits, x32) mean other calls.
func (f *filter) native() error {
	arch := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if arch == 0 {
		return fmt.Errorf("no filter of system calls is known for %s", runtime.GOARCH)
	}
	f.add(load, atArch, 0, 0)
	f.add(jumpEq, arch, 1, 0)
	f.refuse(unix.ENOSYS)
	f.add(load, atNumber, 0, 0)
	if runtime.GOARCH == "amd64" {
		f.add(jumpGE, 0x40000000, 0, 1) // x32
		f.refuse(unix.ENOSYS)
	}
	return nil
}

// never refuses system calls whatever their arguments. The number is loaded.
func (f *filter) never(errno unix.Errno, numbers ...uint32) {
	for _, n := range numbers {
		f.add(jumpEq, n, 0, 1)
		f.refuse(errno)
	}
}

// withBits refuses a call if an argument has any of the bits. The number is
// loaded before and after.
func (f *filter) withBits(number uint32, arg, bits uint32, errno unix.Errno) {
	f.add(jumpEq, number, 0, 4)
	f.add(load, arg, 0, 0)
	f.add(jumpSet, bits, 0, 1)
	f.refuse(errno)
	f.add(load, atNumber, 0, 0)
}

// except refuses a call unless an argument is one of the values.
func (f *filter) except(number uint32, arg uint32, errno unix.Errno, values ...uint32) {
	f.add(jumpEq, number, 0, uint8(len(values)+3))
	f.add(load, arg, 0, 0)
	for i, v := range values {
		f.add(jumpEq, v, uint8(len(values)-i), 0)
	}
	f.refuse(errno)
	f.add(load, atNumber, 0, 0)
}

// with refuses a call if an argument is the value.
func (f *filter) with(number, arg, value uint32, errno unix.Errno) {
	f.add(jumpEq, number, 0, 4)
	f.add(load, arg, 0, 0)
	f.add(jumpEq, value, 0, 1)
	f.refuse(errno)
	f.add(load, atNumber, 0, 0)
}

// ioprioUser means all processes of a user to ioprio_set.
const ioprioUser = 3

// openTreeAttr is a system call of Linux 6.15, with the same number everywhere.
const openTreeAttr = 467

// callsFilter is the filter for what runs behind walls. families are the kinds
// of sockets that it may open.
func callsFilter(families []uint32) (*filter, error) {
	f := &filter{}
	if err := f.native(); err != nil {
		return nil, err
	}
	f.except(unix.SYS_SOCKET, atArg0, unix.EAFNOSUPPORT, families...)
	// Namespaces of its own would give a program rights that the walls count on it not having.
	f.withBits(unix.SYS_CLONE, atArg0, unix.CLONE_NEWUSER, unix.EPERM)
	f.withBits(unix.SYS_UNSHARE, atArg0, unix.CLONE_NEWUSER, unix.EPERM)
	// Typing into a terminal as if the person did.
	f.with(unix.SYS_IOCTL, atArg1, unix.TIOCSTI, unix.EPERM)
	f.with(unix.SYS_IOCTL, atArg1, 0x541C, unix.EPERM) // TIOCLINUX
	// The room's own process, from which every later call has its limits and its priority.
	for _, number := range []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR} {
		f.with(number, atArg0, 1, unix.EPERM)
	}
	for number, everybody := range map[uint32]uint32{unix.SYS_SETPRIORITY: unix.PRIO_USER, unix.SYS_IOPRIO_SET: ioprioUser} {
		f.with(number, atArg1, 1, unix.EPERM)
		f.with(number, atArg0, everybody, unix.EPERM)
	}
	// clone3 hides its flags from a filter and io_uring its calls; both are tried and done without.
	f.never(unix.ENOSYS, unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER)
	f.never(unix.EPERM,
		unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
		unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, openTreeAttr,
		unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
		unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
		unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	)
	f.add(ret, unix.SECCOMP_RET_ALLOW, 0, 0)
	return f, nil
}

// install puts the filter on the calling thread, for good. no_new_privs is set
// already.
func (f *filter) install() error {
	prog := unix.SockFprog{Len: uint16(len(f.code)), Filter: &f.code[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: the filter was refused: %w", errno)
	}
	return nil
}
