# A program changes the room's mounts: it takes off what hides the home folder, or binds it elsewhere.
needs walls python3 unshare
echo "$SECRET" >mine
file evil.py <<'END'
import ctypes, os, sys
c = ctypes.CDLL(None, use_errno=True)
home, outside, ssh = sys.argv[1:4]
def tried(name, ret): print(name, "worked" if ret >= 0 else "refused")
tried("getpid", c.syscall(39))
for target in (home, "/home", "/root", "/run", "/", "/proc", "/etc/resolv.conf"):
    tried("umount " + target, c.umount2(target.encode(), 2))
os.makedirs("m", exist_ok=True)
tried("bind", c.mount(home.encode(), b"m", None, 4096 | 16384, None))
tried("tmpfs", c.mount(b"none", b"m", b"tmpfs", 0, None))
tried("overlay", c.mount(b"none", b"m", b"overlay", 0, b"lowerdir=/"))
tried("remount", c.mount(None, b"/", None, 32 | 4096, None))
tried("pivot_root", c.syscall(155, b"m", b"m"))
tried("chroot", c.chroot(b"m"))
tried("open_tree", c.syscall(428, -100, b"/", 1 | 0x8000))
tried("move_mount", c.syscall(429, -100, b"/", -100, b"m", 0))
tried("fsopen", c.syscall(430, b"tmpfs", 0))
tried("mount_setattr", c.syscall(442, -100, b"/", 0, None, 0))
tried("setns", c.syscall(308, os.open("/proc/self/ns/mnt", os.O_RDONLY), 0))
tried("name_to_handle", c.syscall(304, -100, b"m", b"\0" * 256, 3, 0))
END
room "cat mine; python3 evil.py '$HOME' '$OUTSIDE' '$HOME/.ssh'; unshare -Urm sh -c 'umount -l $HOME; cat $OUTSIDE/secret $HOME/.ssh/id_ed25519; echo x >$PROOF'; for p in /proc/[0-9]*; do nsenter -t \${p#/proc/} -m cat '$OUTSIDE/secret' && echo entered; done; cat '$OUTSIDE/secret' && echo read it"
says 'getpid worked'
says 'refused'
for line in $(grep worked <<<"$said" | grep -v getpid | cut -d' ' -f1 | sort -u); do broke "a program in a room may $line"; done
hides entered "a program entered a namespace"
hides 'read it' "a program sees the home folder"
none "$PROOF" "a program wrote outside from a namespace of its own"
held
