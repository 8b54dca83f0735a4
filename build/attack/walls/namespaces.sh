# A program makes namespaces of its own, in which it would have every right.
needs walls python3
file evil.py <<'END'
import ctypes, os, struct
c = ctypes.CDLL(None, use_errno=True)
def alone(f):
    p = os.fork()
    if p == 0:
        try: f()
        finally: os._exit(0)
    os.waitpid(p, 0)
flags = {"user": 0x10000000, "mnt": 0x20000, "net": 0x40000000, "pid": 0x20000000, "ipc": 0x08000000, "uts": 0x04000000, "cgroup": 0x02000000, "time": 0x80}
print("fork works")
for name, flag in flags.items():
    alone(lambda: print("unshare", name, "worked" if c.unshare(flag) == 0 else "refused", flush=True))
alone(lambda: print("unshare user+net", "worked" if c.unshare(flags["user"] | flags["net"]) == 0 else "refused", flush=True))
def clone(flag):
    r = c.syscall(56, flag | 17, 0, 0, 0, 0)
    if r == 0: os._exit(0)
    print("clone", hex(flag), "worked" if r > 0 else "refused", flush=True)
alone(lambda: clone(flags["user"]))
def clone3():
    a = ctypes.create_string_buffer(struct.pack("8Q", flags["user"], 0, 0, 0, 17, 0, 0, 0))
    r = c.syscall(435, a, 64)
    if r == 0: os._exit(0)
    print("clone3", "worked" if r > 0 else "refused", flush=True)
alone(clone3)
END
room 'python3 evil.py'
says 'fork works'
says refused
hides worked "a program makes namespaces: $(grep worked <<<"$said" | tr '\n' ' ')"
held
