# System calls that a room has no business with: io_uring, bpf, perf, keys, modules, kexec, clocks.
needs walls python3
[ "$(uname -m)" = x86_64 ] || verdict "missing it knows the numbers of x86_64 only"
file evil.py <<'END'
import ctypes, errno, os
c = ctypes.CDLL(None, use_errno=True)
calls = {"io_uring_setup": 425, "io_uring_enter": 426, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "add_key": 248, "request_key": 249, "keyctl": 250,
  "init_module": 175, "finit_module": 313, "delete_module": 176, "kexec_load": 246, "kexec_file_load": 320, "reboot": 169, "swapon": 167, "swapoff": 168, "acct": 163,
  "iopl": 172, "ioperm": 173, "quotactl": 179, "open_by_handle_at": 304, "fanotify_init": 300, "lookup_dcookie": 212, "settimeofday": 164, "clock_settime": 227,
  "sethostname": 170, "setdomainname": 171, "syslog": 103, "vhangup": 153, "pivot_root": 155, "mount": 165, "umount2": 166, "personality": 135, "modify_ldt": 154,
  "unshare": 272, "setns": 308, "process_madvise": 440, "landlock_none": 0}
print("getpid", c.syscall(39) == os.getpid())
for name, n in calls.items():
    if name == "landlock_none": continue
    ctypes.set_errno(0)
    arg = 0xffffffff if name == "personality" else 0
    r = c.syscall(n, arg, 0, 0, 0, 0, 0)
    e = ctypes.get_errno()
    # What the filter answers, before the kernel looks at an argument.
    if r < 0 and e in (errno.EPERM, errno.ENOSYS, errno.EACCES): continue
    print("REACHED", name, r, errno.errorcode.get(e, e))
END
room 'python3 evil.py'
says 'getpid True'
# personality(0xffffffff) only asks, and these take no effect without a right that nobody here has.
for name in io_uring_setup io_uring_enter bpf perf_event_open userfaultfd add_key request_key keyctl init_module finit_module kexec_load kexec_file_load open_by_handle_at mount pivot_root setns syslog swapon reboot quotactl acct fanotify_init; do
	hides "REACHED $name " "the system call $name reaches the kernel"
done
held
