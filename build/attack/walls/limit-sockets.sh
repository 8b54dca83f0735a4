# A program keeps memory where it is not mapped: socket buffers.
needs walls python3
settings '{"limits": {"memory_mb": 256}}'
file evil.py <<'END'
import ctypes, os, resource, socket, time
c = ctypes.CDLL(None, use_errno=True)
print("alive", flush=True)
keep, total = [], 0
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
while total < 600 << 20:
    a, b = socket.socketpair(); keep += [a, b]
    for s in (a, b):
        s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20); s.setblocking(False)
        try:
            while True: total += s.send(b"x" * 65536)
        except BlockingIOError: pass
print("HAS", total >> 20)
time.sleep(2)
END
room 'python3 evil.py'
says alive
hides HAS "socket buffers held 600 MB and more where a call may have 256"
held
