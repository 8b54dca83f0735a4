# A key in the person's kernel keyring, looked for from a room.
needs walls python3
file evil.py <<'END'
import ctypes, sys
c = ctypes.CDLL(None, use_errno=True)
where = {"user": -4, "session": -3, "usersession": -5}
if sys.argv[1] == "put":
    r = [c.syscall(248, b"user", b"attack", sys.argv[2].encode(), len(sys.argv[2]), k) for k in where.values()]
    sys.exit(0 if max(r) > 0 else 1)
buf = ctypes.create_string_buffer(200)
print("looks")
for name, k in where.items():
    key = c.syscall(250, 10, k, b"user", b"attack", 0)
    if key > 0 and c.syscall(250, 11, key, buf, 200, 0) > 0: print("FOUND", buf.value.decode())
try: print(open("/proc/keys").read())
except OSError: pass
END
python3 evil.py put "$SECRET" || verdict "missing this kernel has no keyrings to put a key in"
alive "the key cannot be found outside" grep -q "$SECRET" <(python3 evil.py get)
room 'python3 evil.py get'
says looks
hides "$SECRET" "a room reads the person's keyring"
held
