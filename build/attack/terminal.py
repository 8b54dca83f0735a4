"""Runs a command in a terminal of its own and prints all that it wrote there: terminal.py [--when TEXT ANSWER]... -- COMMAND..."""
import os, pty, select, sys, time
when, args = [], sys.argv[1:]
while args[0] == "--when": when.append((args[1].encode(), args[2].encode())); args = args[3:]
if args[0] == "--": args = args[1:]
pid, fd = pty.fork()
if pid == 0: os.execvp(args[0], args)
got, end, seen = b"", time.time() + 60, 0
while time.time() < end:
    if select.select([fd], [], [], 0.2)[0]:
        try: b = os.read(fd, 65536)
        except OSError: break
        if not b: break
        got += b
    if when and when[0][0] in got[seen:]:
        seen = len(got); os.write(fd, when.pop(0)[1])
sys.stdout.buffer.write(got)
try: os.kill(pid, 9)
except OSError: pass
