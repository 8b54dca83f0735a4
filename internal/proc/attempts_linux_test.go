package proc

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// helpAttempt tries one way out and says so if it worked.
func helpAttempt(name string) int {
	try, ok := attempts()[name]
	if !ok {
		fmt.Println("ESCAPED: there is no such attempt")
		return 2
	}
	if err := try(); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("ESCAPED")
	return 0
}

// errQuiet is of an attempt whose effect is looked for from outside.
var errQuiet = errors.New("sent; whether it arrived is seen outside")

// attempts are ways out that no script can try: each returns nil if it worked.
func attempts() map[string]func() error {
	list := map[string]func() error{
		"connect to an abstract socket":      func() error { return connect("unix", os.Getenv("ABSTRACT")) },
		"connect to a socket with a name":    func() error { return connect("unix", os.Getenv("UNIXSOCKET")) },
		"connect to this machine":            func() error { return connect("tcp", "127.0.0.1:"+os.Getenv("TCPPORT")) },
		"connect to this machine by IPv6":    func() error { return connect("tcp6", "[::1]:"+os.Getenv("TCPPORT")) },
		"connect to an address outside":      func() error { return connect("tcp", "192.0.2.1:80") },
		"connect to an IPv6 address outside": func() error { return connect("tcp6", "[2001:db8::1]:80") },
		"connect to the metadata address":    func() error { return connect("tcp", "169.254.169.254:80") },
		"send a datagram to this machine": func() error {
			c, err := net.Dial("udp", "127.0.0.1:"+os.Getenv("UDPPORT"))
			if err != nil {
				return err
			}
			_, _ = c.Write([]byte("x"))
			return errQuiet
		},
		"send a datagram outside": func() error {
			c, err := net.Dial("udp", "192.0.2.1:53")
			if err != nil {
				return err
			}
			_, err = c.Write([]byte("x"))
			return err
		},
		"send a datagram to every neighbour": func() error {
			fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
			if err != nil {
				return err
			}
			if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_BROADCAST, 1); err != nil {
				return err
			}
			return unix.Sendto(fd, []byte("x"), 0, &unix.SockaddrInet4{Port: 9, Addr: [4]byte{255, 255, 255, 255}})
		},
		"a raw socket":                     func() error { return socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) },
		"a packet socket":                  func() error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) },
		"a socket to the host":             func() error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) },
		"a socket of the crypto subsystem": func() error { return socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0) },
		"a bluetooth socket":               func() error { return socket(unix.AF_BLUETOOTH, unix.SOCK_RAW, 1) },
		"a key socket":                     func() error { return socket(unix.AF_KEY, unix.SOCK_RAW, 2) },
		"a CAN socket":                     func() error { return socket(unix.AF_CAN, unix.SOCK_RAW, 1) },
		"an RDS socket":                    func() error { return socket(unix.AF_RDS, unix.SOCK_SEQPACKET, 0) },
		"a TIPC socket":                    func() error { return socket(unix.AF_TIPC, unix.SOCK_RDM, 0) },
		"attach to a process outside":      func() error { return unix.PtraceAttach(outPid()) },
		"attach to the room":               func() error { return unix.PtraceAttach(1) },
		"read the room's memory": func() error {
			var local [8]byte
			_, err := unix.ProcessVMReadv(1, []unix.Iovec{{Base: &local[0], Len: 8}}, []unix.RemoteIovec{{Base: 0x400000, Len: 8}}, 0)
			return err
		},
		"take an open file of the room": func() error {
			pidfd, err := unix.PidfdOpen(1, 0)
			if err != nil {
				return err
			}
			_, err = unix.PidfdGetfd(pidfd, 3, 0)
			return err
		},
		"a pidfd of a process outside": func() error {
			pidfd, err := unix.PidfdOpen(outPid(), 0)
			if err != nil {
				return err
			}
			return unix.PidfdSendSignal(pidfd, unix.SIGKILL, nil, 0)
		},
		"enter the room's network": func() error {
			fd, err := unix.Open("/proc/1/ns/net", unix.O_RDONLY, 0)
			if err != nil {
				return err
			}
			return unix.Setns(fd, unix.CLONE_NEWNET)
		},
		"a user namespace":    func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"a mount namespace":   func() error { return unix.Unshare(unix.CLONE_NEWNS) },
		"a process namespace": func() error { return unix.Unshare(unix.CLONE_NEWPID) },
		"another name of the machine, to hide from the room": func() error { return unix.Unshare(unix.CLONE_NEWUTS) },
		"clone3 with namespaces": func() error {
			args := [11]uint64{unix.CLONE_NEWUSER, 0, 0, 0, uint64(unix.SIGCHLD)}
			return call(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args))
		},
		"open a file by its handle": func() error {
			handle, mount, err := unix.NameToHandleAt(unix.AT_FDCWD, ".", 0)
			if err != nil {
				return err
			}
			_, err = unix.OpenByHandleAt(mount, handle, 0)
			return err
		},
		"a mount made by hand": func() error { _, err := unix.Fsopen("tmpfs", 0); return err },
		"a copy of the mounts": func() error { _, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE); return err },
		"a wall made writable": func() error {
			return unix.MountSetattr(unix.AT_FDCWD, "/", 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		},
		"another root": func() error { return unix.Chroot("/") },
		"io_uring": func() error {
			var params [120]byte
			return call(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)))
		},
		"a program in the kernel": func() error { return call(unix.SYS_BPF, 0, 0, 0) },
		"counters of the machine": func() error { return call(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0) },
		"faults of one's own":     func() error { return call(unix.SYS_USERFAULTFD, 0) },
		"the kernel's keys": func() error {
			_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false)
			return err
		},
		"a kernel module": func() error { return call(unix.SYS_FINIT_MODULE, ^uintptr(0), 0, 0) },
		"power off":       func() error { return unix.Reboot(unix.LINUX_REBOOT_CMD_CAD_ON) },
		"another clock":   func() error { return unix.Settimeofday(&unix.Timeval{Sec: time.Now().Unix()}) },
		"type into the terminal": func() error {
			c := byte('x')
			tty, err := unix.Open("/dev/tty", unix.O_RDWR, 0)
			if err != nil {
				tty = 0
			}
			return call(unix.SYS_IOCTL, uintptr(tty), unix.TIOCSTI, uintptr(unsafe.Pointer(&c)))
		},
		"a new terminal to type into": func() error {
			ptmx, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY, 0)
			if err != nil {
				return err
			}
			c := byte('x')
			return call(unix.SYS_IOCTL, uintptr(ptmx), unix.TIOCSTI, uintptr(unsafe.Pointer(&c)))
		},
		"rights given back": func() error {
			return unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_SYS_ADMIN, 0, 0)
		},
		"files that were handed down": func() error {
			for fd := 3; fd < 64; fd++ {
				var st unix.Stat_t
				if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFSOCK {
					return nil
				}
			}
			return errors.New("there are none")
		},
		"ask the machine's resolver": askResolver,
	}
	return list
}

func outPid() int {
	pid, err := strconv.Atoi(os.Getenv("OUTPID"))
	if err != nil {
		return 2
	}
	return pid
}

// connect succeeds if somebody answers: the service outside closes at once, a
// proxy of the room does not.
func connect(network, address string) error {
	c, err := net.DialTimeout(network, address, 3*time.Second)
	if err != nil {
		return err
	}
	_ = c.SetDeadline(time.Now().Add(time.Second))
	_, err = c.Read(make([]byte, 1))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func socket(family, kind, protocol int) error {
	_, err := unix.Socket(family, kind, protocol)
	return err
}

func call(number uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

// askResolver sends a question to every resolver that the room's settings name.
func askResolver() error {
	raw, err := os.ReadFile("/etc/resolv.conf")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(raw)) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "nameserver" && fields[1] != "127.0.0.1" {
			return nil
		}
	}
	_, err = net.LookupHost("example.com")
	return err
}
