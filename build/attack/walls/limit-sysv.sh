# A program keeps memory where it is not mapped: SysV shared memory.
needs walls python3
settings '{"limits": {"memory_mb": 256}}'
file evil.py <<'END'
import ctypes, os, resource, socket, time
c = ctypes.CDLL(None, use_errno=True)
print("alive", flush=True)
c.shmat.restype = ctypes.c_void_p; c.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]; c.shmdt.argtypes = [ctypes.c_void_p]
for i in range(14):
    n = c.shmget(0, ctypes.c_size_t(50 << 20), 0o1600)
    if n < 0: raise SystemExit("refused")
    p = c.shmat(n, None, 0)
    ctypes.memset(p, 1, 50 << 20); c.shmdt(p)
print("HAS", i)
time.sleep(2)
END
room 'python3 evil.py'
says alive
hides HAS "SysV shared memory held 600 MB and more where a call may have 256"
held
