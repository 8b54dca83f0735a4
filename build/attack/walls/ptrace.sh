# A program reads or steers another process: the room's own, or by ptrace.
needs walls python3
file evil.py <<'END'
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
print("alive", c.getppid() > 0)
# Programs of one call may trace each other, as debuggers do: not what else is there.
mine = (os.getpid(), os.getppid())
pids = [int(d) for d in os.listdir("/proc") if d.isdigit() and int(d) not in mine]
for p in sorted(set(pids + [1])):
    if c.ptrace(0x4206, p, 0, 0) == 0: print("WORKED seize", p)
    elif c.ptrace(16, p, 0, 0) == 0: print("WORKED attach", p)
buf = ctypes.create_string_buffer(16)
class Iov(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("len", ctypes.c_size_t)]
for p in pids + [1]:
    for line in open(f"/proc/{p}/maps") if os.access(f"/proc/{p}/maps", os.R_OK) else []:
        at = int(line.split("-")[0], 16)
        l, r = Iov(ctypes.addressof(buf), 16), Iov(at, 16)
        if c.syscall(310, p, ctypes.byref(l), 1, ctypes.byref(r), 1, 0) > 0: print("WORKED process_vm_readv", p)
        if c.syscall(311, p, ctypes.byref(l), 1, ctypes.byref(r), 1, 0) > 0: print("WORKED process_vm_writev", p)
        break
fd = c.syscall(434, 1, 0)
if fd >= 0:
    for n in range(20):
        if c.syscall(438, fd, n, 0) >= 0: print("WORKED pidfd_getfd", n)
if c.syscall(312, os.getpid(), 1, 0, 0, 0) >= 0: print("WORKED kcmp")
END
room 'python3 evil.py; true'
says 'alive True'
hides WORKED "$(grep WORKED <<<"$said" | head -5 | tr '\n' ' ')"
held
