# A program keeps memory where it is not mapped: /dev/shm.
needs walls python3
settings '{"limits": {"memory_mb": 256}}'
file evil.py <<'END'
import ctypes, os, resource, socket, time
c = ctypes.CDLL(None, use_errno=True)
print("alive", flush=True)
f = open("/dev/shm/x", "wb")
for i in range(700): f.write(b"x" * (1 << 20)); f.flush()
print("HAS", i)
time.sleep(2)
END
room 'python3 evil.py'
says alive
hides HAS "/dev/shm held 600 MB and more where a call may have 256"
held
