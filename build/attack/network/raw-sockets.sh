# Sockets that pass by TCP and names: raw, packet, netlink, vsock, SCTP, Bluetooth, TUN.
needs walls python3
file evil.py <<'END'
import socket
def tried(name, f):
    try: f(); print(name, "OPENED")
    except (OSError, AttributeError) as e: print(name, "refused")
s = socket.socket(); print("tcp works"); s.close()
kinds = {"raw icmp": (2, 3, 1), "raw tcp": (2, 3, 6), "raw6": (10, 3, 58), "packet": (17, 3, 0x300), "packet dgram": (17, 2, 0x300), "vsock": (40, 1, 0), "alg": (38, 5, 0), "bluetooth": (31, 3, 1), "sctp": (2, 1, 132), "xdp": (44, 3, 0), "rds": (21, 5, 0), "tipc": (30, 1, 0), "can": (29, 3, 1), "kcm": (41, 5, 0), "nfc": (39, 5, 0), "mctp": (45, 2, 0), "smc": (43, 1, 0)}
for name, (f, t, p) in kinds.items(): tried(name, lambda: socket.socket(f, t, p))
END
room 'python3 evil.py'
says 'tcp works'
says refused
hides OPENED "$(grep OPENED <<<"$said" | cut -d' ' -f1-2 | tr '\n' ',')"
held
