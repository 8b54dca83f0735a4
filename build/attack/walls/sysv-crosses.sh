# Shared memory, semaphores and message queues of the person's programs, met in a room; and what a room leaves behind.
needs walls python3
file evil.py <<'END'
import ctypes, os, sys
c = ctypes.CDLL(None, use_errno=True)
c.shmat.restype = ctypes.c_void_p; c.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
key = 0x7a000000 + os.getuid()
size = ctypes.c_size_t(4096)
what, secret = sys.argv[1], sys.argv[2]
if what == "put":
    p = c.shmat(c.shmget(key, size, 0o1600), None, 0); ctypes.memmove(p, secret.encode(), len(secret)); print("put")
    os.makedirs("/dev/shm", exist_ok=True); open("/dev/shm/attack-%d" % os.getuid(), "w").write(secret)
if what == "get":
    print("looks")
    n = c.shmget(key, size, 0)
    if n >= 0: print("FOUND", ctypes.string_at(c.shmat(n, None, 0), 40))
    try: print("FOUND", open("/dev/shm/attack-%d" % os.getuid()).read())
    except OSError: pass
if what == "rm":
    n = c.shmget(key, size, 0)
    if n >= 0: c.shmctl(n, 0, None)
    try: os.unlink("/dev/shm/attack-%d" % os.getuid())
    except OSError: pass
END
alive "no shared memory outside" python3 evil.py put "$SECRET"
alive "it cannot be found outside" grep -q FOUND <(python3 evil.py get x)
room 'python3 evil.py get x'
says looks
hides FOUND "a room reads the shared memory of programs outside"
python3 evil.py rm x
room "python3 evil.py put left"
says put
[[ $(python3 evil.py get x) != *FOUND* ]] || broke "what a room keeps in shared memory is there outside"
room 'python3 evil.py get x'
hides FOUND "shared memory outlived its room"
held
