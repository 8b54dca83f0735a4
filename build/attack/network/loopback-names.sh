# A service of this machine, reached from a room whose network is off or holds one foreign name,
# under every name that loopback has.
needs walls python3
service
file evil.py <<'END'
import socket, sys
port = int(sys.argv[1])
names = ["127.0.0.1", "localhost", "127.1", "127.0.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.2", "0.0.0.0", "0", "::1", "::ffff:127.0.0.1", "::", "::ffff:7f00:1", "64:ff9b::7f00:1", "localhost.", "LOCALHOST", "x.localhost", "ip6-localhost", socket.gethostname(), "127.0.0.1.nip.io", "localtest.me"]
print("tries", len(names), flush=True)
for n in names:
    try:
        for f, t, p, _, a in socket.getaddrinfo(n, port, type=socket.SOCK_STREAM)[:2]:
            try:
                s = socket.socket(f, t, p); s.settimeout(1); s.connect(a); s.sendall(b"LEAK tcp " + n.encode()); s.close()
            except OSError: pass
            try: socket.socket(f, socket.SOCK_DGRAM).sendto(b"LEAK udp " + n.encode(), a)
            except OSError: pass
    except (OSError, UnicodeError): pass
END
python3 evil.py "$port"
alive "the service is not reached from outside" got 'LEAK tcp 127.0.0.1'
: >"$SCRATCH/got"
for OPTIONS in '' --network=example.com; do
	OPTIONS=(${OPTIONS:+"$OPTIONS"})
	room "python3 evil.py $port"
	says tries
	! got LEAK || broke "${OPTIONS[*]:-off}: $(grep -ao 'LEAK.*' "$SCRATCH/got" | sort -u | head -5 | tr '\n' ' ')"
	: >"$SCRATCH/got"
done
held
