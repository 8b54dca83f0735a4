"""A service of this machine on loopback: service.py PORTFILE GOTFILE. It writes down all that
it is sent over TCP and UDP, to 127.0.0.1 and ::1, and answers "hello from outside"."""
import os, socket, sys, threading

portfile, gotfile = sys.argv[1], sys.argv[2]
lock = threading.Lock()

def note(data):
    with lock, open(gotfile, "ab") as f:
        f.write(data + b"\n")

def serve(listener):
    while True:
        c, _ = listener.accept()
        threading.Thread(target=answer, args=(c,), daemon=True).start()

def answer(c):
    c.settimeout(5)
    try:
        note(b"connected " + c.recv(65536))
        c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 19\r\nConnection: close\r\n\r\nhello from outside\n")
    except OSError:
        note(b"connected")
    finally:
        c.close()

def hear(s):
    while True:
        note(b"datagram " + s.recv(65536))

tcp = socket.socket()
tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
tcp.bind(("127.0.0.1", 0))
tcp.listen(64)
port = tcp.getsockname()[1]
threads = [(serve, tcp)]
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind(("127.0.0.1", port))
threads.append((hear, udp))
try:
    six = socket.socket(socket.AF_INET6)
    six.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    six.bind(("::1", port))
    six.listen(64)
    threads.append((serve, six))
except OSError:
    pass
for f, a in threads:
    threading.Thread(target=f, args=(a,), daemon=True).start()
with open(portfile + ".new", "w") as f:
    f.write(str(port))
os.rename(portfile + ".new", portfile)
threading.Event().wait()
