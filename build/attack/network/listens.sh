# A program in a room listens, to be reached from outside it.
needs walls python3
file evil.py <<'END'
import socket, time
ss = []
for f, a in ((2, "0.0.0.0"), (2, "127.0.0.1"), (10, "::")):
    s = socket.socket(f)
    try: s.bind((a, 0)); s.listen(); ss.append(s.getsockname()[1])
    except OSError: pass
    globals()["keep%d%s" % (f, a)] = s
c = socket.create_connection(("127.0.0.1", ss[0])); open("ports", "w").write(" ".join(map(str, ss)))
time.sleep(6)
END
start handrail call bash '{"command": "python3 evil.py", "timeout": 20}'
until_true 15 test -s ports || dead "it does not listen in its room"
for p in $(<ports); do
	for a in 127.0.0.1 ::1; do
		python3 -c 'import socket,sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), 1)' "$a" "$p" 2>/dev/null && broke "port $p of a room is reached from outside"
	done
done
held
