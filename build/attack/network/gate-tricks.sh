# The gate's proxy is asked for this machine: by CONNECT, absolute addresses, other hosts, user parts.
needs walls python3
service
file evil.py <<'END'
import os, re, socket, sys, urllib.parse
port, other = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
proxies = {v for k, v in os.environ.items() if k.lower().endswith("_proxy") and "://" in v}
print("proxies", len(proxies), flush=True)
hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "example.com@127.0.0.1", "127.0.0.1#example.com", "example.com\t127.0.0.1", "LOCALHOST.", "%31%32%37.0.0.1", "127.0.0.1%00.example.com", "127。0。0。1"]
for p in proxies:
    u = urllib.parse.urlparse(p)
    for h in hosts:
        for req in (f"CONNECT {h}:{port} HTTP/1.1\r\nHost: example.com:443\r\n\r\n", f"GET http://{h}:{port}/LEAK HTTP/1.1\r\nHost: example.com\r\n\r\n", f"GET http://example.com/ HTTP/1.1\r\nHost: {h}:{port}\r\n\r\n",
            f"GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\nGET http://{h}:{port}/LEAK HTTP/1.1\r\nHost: {h}\r\n\r\n", f"GET http://{h}:{port}/LEAK HTTP/1.0\r\n\r\n"):
            try:
                s = socket.create_connection((u.hostname, u.port), 2); s.settimeout(2)
                s.sendall(req.encode()); b = s.recv(4096)
                if req.startswith("CONNECT") and b" 200" in b[:20]: s.sendall(b"LEAK connect"); b += s.recv(4096)
                if b"hello from outside" in b: print("REACHED", req.split("\r")[0])
                s.close()
            except OSError: pass
END
OPTIONS=(--network=example.com)
room "python3 evil.py $port; true"
says 'proxies '
hides 'proxies 0' "no proxy"
hides REACHED "$(grep REACHED <<<"$said" | head -3 | tr '\n' ' ')"
! got LEAK || broke "the gate led to this machine"
OPTIONS=(--network=loopback)
: >"$SCRATCH/got"
room "python3 evil.py $port; true"
says REACHED "the proxy is not reached even where it may lead here"
held
