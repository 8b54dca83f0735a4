# A program uses what newer kernels brought: handles by name (open_by_handle_at), lists of mounts and namespaces, copies of mount trees, watches of a
# whole file system (fanotify), attributes by name, other processes' descriptors, and clones between files, to reach the person's files.
needs walls python3
mkdir -p "$OUTSIDE/dir"; echo mine >"$OUTSIDE/mine"; chmod 600 "$OUTSIDE/mine"
cat >evil.py <<EOF
import ctypes, os, struct, sys
C = ctypes.CDLL(None, use_errno=True); C.syscall.restype = ctypes.c_long
def call(n, *a):
    ctypes.set_errno(0)
    return C.syscall(n, *a), ctypes.get_errno()
SECRET_FILE, MINE = b"$OUTSIDE/secret", b"$OUTSIDE/mine"
# handles: of the space's own files, with the inode numbers of others
class H(ctypes.Structure): _fields_ = [("n", ctypes.c_uint), ("t", ctypes.c_int), ("b", ctypes.c_ubyte * 128)]
h = H(); h.n = 128; m = ctypes.c_int(); r = call(303, -100, b"script.sh", ctypes.byref(h), ctypes.byref(m), 0); print("handle", r)
root = os.open(".", os.O_RDONLY)
for ino in ($(stat -c %i "$OUTSIDE/secret"), $(stat -c %i "$HOME/.ssh/id_ed25519"), 2):
    for t in (1, 0x81, 2):
        for gen in (0, struct.unpack("<I", bytes(h.b[4:8]))[0]):
            h2 = H(); h2.n = 8; h2.t = t; ctypes.memmove(h2.b, struct.pack("<II", ino, gen), 8)
            for fd in (root, os.open("/tmp", os.O_RDONLY), -100):
                r, e = call(304, fd, ctypes.byref(h2), 0)
                if r >= 0: print("OPENED", ino, os.read(r, 60) if not os.path.isdir("/proc/self/fd/%d" % r) else os.listdir("/proc/self/fd/%d" % r)[:5])
# copies of trees, also with attributes at once, and what they see
for n, a in ((428, (-100, b"/", 1)), (428, (-100, b"$HOME", 1 | 0x8000)), (467, (-100, b"/", 1, ctypes.create_string_buffer(32), 32)), (467, (root, b"", 0x1001, ctypes.create_string_buffer(32), 32)), (430, (b"tmpfs", 0)), (430, (b"overlay", 0)), (433, (-100, b"/", 0)), (442, (root, b"", 0x1000, ctypes.create_string_buffer(32), 32))):
    r, e = call(n, *a)
    if r >= 0: print("TREE", n, r)
# lists of mounts and of namespaces
req = ctypes.create_string_buffer(struct.pack("<IIQQQ", 32, 0, 0xffffffffffffffff, 0, 0), 32); buf = ctypes.create_string_buffer(8 * 512)
r, e = call(458, req, buf, 512, 0); print("listmount", r, e)
for s in range(max(r, 0)):
    i = struct.unpack_from("<Q", buf, 8 * s)[0]; out = ctypes.create_string_buffer(65536)
    rr = ctypes.create_string_buffer(struct.pack("<IIQQQ", 32, 0, i, 0x1f, 0), 32)
    r2, e2 = call(457, rr, out, 65536, 0)
    if r2 == 0 and (b"$OUTSIDE" in out.raw or b".ssh" in out.raw): print("MOUNTNAMES", i)
r, e = call(470, req, buf, 512, 0); print("listns", r, e)
# fanotify
for flags in (0x200, 0x200 | 0xc00, 0, 4, 0x200 | 0x800, 0x1000):
    r, e = call(300, flags, 0)
    if r >= 0:
        for fl in (1, 1 | 0x10, 1 | 0x100):
            for p in (b"$OUTSIDE", b"$HOME/.ssh", SECRET_FILE):
                r2, e2 = call(301, r, fl, ctypes.c_ulong(0x3f | 0x100 | 0x200 | 0x08000000), -100, p)
                if r2 == 0: print("WATCH", flags, fl, p)
        os.close(r)
# attributes of files outside
for n, a in ((463, (-100, MINE, 0, b"user.evil", ctypes.create_string_buffer(24), 24)), (452, (-100, MINE, 0o777, 0)), (469, (-100, MINE, ctypes.create_string_buffer(24), 24, 0)), (280, (-100, MINE, None, 0)), (260, (-100, MINE, os.getuid(), -1, 0)), (76, (MINE, 0)), (316, (-100, b"script.sh", -100, b"$OUTSIDE/dir/x", 2)), (86, (b"script.sh", b"$OUTSIDE/dir/y")), (265, (-100, b"script.sh", -100, b"$OUTSIDE/dir/z", 0))):
    r, e = call(n, *a)
    if r >= 0: print("CHANGED", n, r)
# descriptors of others
for pid in list(range(1, 30)) + [os.getppid()]:
    r, e = call(434, pid, 0)
    if r >= 0 and pid not in (os.getpid(), os.getppid()):
        for fd in range(0, 40):
            r2, e2 = call(438, r, fd, 0)
            if r2 >= 0: print("TAKEN", pid, fd, os.readlink("/proc/self/fd/%d" % r2)[:60])
# a file without a name becomes one outside
f = os.open(".", os.O_TMPFILE | os.O_RDWR)
for a in (( -100, b"/proc/self/fd/%d" % f, -100, b"$OUTSIDE/dir/tmpfile", 0x400), (f, b"", -100, b"$OUTSIDE/dir/tmpfile2", 0x1000)):
    if call(265, *a)[0] == 0: print("CHANGED by O_TMPFILE")
for p in (SECRET_FILE, b"$HOME/.ssh/id_ed25519"):
    for n, a in ((437, (-100, p, ctypes.create_string_buffer(24), 24)), (257, (-100, p, 0o10000000)), (332, (-100, p, 0, 0xfff, ctypes.create_string_buffer(256)))):
        r, e = call(n, *a)
        if r >= 0: print("SEEN", n, p)
print("END")
EOF
room 'python3 evil.py'
says END "the program did not get to its end"
for word in OPENED TREE MOUNTNAMES WATCH CHANGED TAKEN SEEN; do [[ $said != *"$word"* ]] || broke "$word: $(grep "$word" <<<"$said" | head -n 3 | tr '\n' ' ')"; done
hides "$SECRET" "the person's file is read"
[ "$(stat -c %a "$OUTSIDE/mine")" = 600 ] && [ -z "$(ls -A "$OUTSIDE/dir")" ] || broke "something outside has changed"
python3 evil.py >"$SCRATCH/controls" 2>&1 || true
grep -qE 'SEEN' "$SCRATCH/controls" || dead "outside it sees nothing either: $(tail -n 2 "$SCRATCH/controls")"
held
