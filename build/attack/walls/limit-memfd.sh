# A program keeps memory where it is not mapped: memfds.
needs walls python3
settings '{"limits": {"memory_mb": 256}}'
file evil.py <<'END'
import ctypes, os, resource, socket, time
c = ctypes.CDLL(None, use_errno=True)
print("alive", flush=True)
keep = []
for i in range(14):
    f = os.memfd_create("x"); keep.append(f)
    for n in range(50): os.write(f, b"x" * (1 << 20))
print("HAS", i)
time.sleep(2)
END
room 'python3 evil.py'
says alive
hides HAS "memfds held 600 MB and more where a call may have 256"
held
