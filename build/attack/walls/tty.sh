# A program types into the person's terminal, by TIOCSTI or by writing to it.
needs walls python3
file evil.py <<'END'
import fcntl, os, termios
print("alive")
for path in ("/dev/tty", "/dev/pts/0", "/dev/pts/1", "/dev/pts/2", "/proc/1/fd/0", "/proc/1/fd/1", "/dev/console", "/dev/tty0", "/dev/tty1", "/dev/vcs", "/proc/self/fd/0", "/proc/self/fd/2"):
    try: fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
    except OSError: continue
    try:
        if not os.isatty(fd): continue
        print("OPENED", path)
        for ch in "evil": fcntl.ioctl(fd, termios.TIOCSTI, ch)
        print("TYPED", path)
    except OSError: pass
END
file outer.py <<'END'
import os, pty, sys
got = b""
pid, fd = pty.fork()
if pid == 0: os.execvp("handrail", ["handrail", "call", "bash", "command=python3 evil.py; exec 3<>/dev/tty && echo OPENED for the shell; echo done"])
while True:
    try: b = os.read(fd, 4096)
    except OSError: break
    if not b: break
    got += b
os.waitpid(pid, 0)
sys.stdout.buffer.write(got)
END
out=$(timeout 30 python3 outer.py | tr -d '\0') err=
says alive
says done
hides OPENED "a room opens the person's terminal"
hides TYPED "a room types into the person's terminal"
held
