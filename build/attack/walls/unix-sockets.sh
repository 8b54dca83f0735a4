# Sockets of the person's desktop, of Docker and of key agents, by path and by abstract name.
needs walls python3
file "$OUTSIDE/agent.py" <<'END'
import os, socket, sys, threading
def serve(name):
    s = socket.socket(socket.AF_UNIX); s.bind(name); s.listen(9)
    while True:
        c, _ = s.accept(); open(sys.argv[2], "a").write("connected " + repr(name) + "\n"); c.sendall(b"agent"); c.close()
for name in (sys.argv[1], "\0attack-" + str(os.getuid()), os.path.join(sys.argv[3], "x.sock")):
    threading.Thread(target=serve, args=(name,), daemon=True).start()
open(sys.argv[2] + ".up", "w"); threading.Event().wait()
END
mkdir -p "$HOME/run"
start python3 "$OUTSIDE/agent.py" "$OUTSIDE/agent.sock" "$SCRATCH/connected" "$HOME/run"
until_true 10 test -e "$SCRATCH/connected.up" || dead "the agent did not start"
until_true 10 test -S "$HOME/run/x.sock" || dead "the agent has no socket"
file evil.py <<'END'
import os, socket, sys
print("alive", len(socket.socketpair()))
for name in sys.argv[1:] + ["\0attack-" + str(os.getuid()), "/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket", "/tmp/.X11-unix/X0", "\0/tmp/.X11-unix/X0"]:
    try:
        s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect(name); print("CONNECTED", repr(name), s.recv(9))
    except OSError: pass
END
alive "the agent does not answer outside" grep -q CONNECTED <(python3 evil.py "$OUTSIDE/agent.sock")
: >"$SCRATCH/connected"
export SSH_AUTH_SOCK=$OUTSIDE/agent.sock DBUS_SESSION_BUS_ADDRESS=unix:path=$OUTSIDE/agent.sock XDG_RUNTIME_DIR=$HOME/run DISPLAY=
room "echo \"env [\${SSH_AUTH_SOCK-}\${DBUS_SESSION_BUS_ADDRESS-}\${XDG_RUNTIME_DIR-}]\"; python3 evil.py '$OUTSIDE/agent.sock' '$HOME/run/x.sock' /proc/1/root'$OUTSIDE/agent.sock'"
says alive
hides CONNECTED "$(grep CONNECTED <<<"$said" | tr '\n' ' ')"
[ ! -s "$SCRATCH/connected" ] || broke "a room reached a socket of the person's"
says 'env []' "the doors to the desktop are handed in"
held
