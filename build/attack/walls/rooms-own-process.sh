# A program of a call lowers the limits and the priority of the room's own process, from which later calls start.
needs walls python3
cat >lower.py <<'END'
import ctypes
libc = ctypes.CDLL(None)
class Limit(ctypes.Structure): _fields_ = [("now", ctypes.c_ulong), ("most", ctypes.c_ulong)]
own = Limit(64, 64)
print("own", libc.prlimit(0, 7, ctypes.byref(own), None))
for number, value in ((6, 0), (1, 0), (9, 1 << 20), (3, 4096), (2, 4096), (7, 5)):
    libc.prlimit(1, number, ctypes.byref(Limit(value, value)), None)
libc.setpriority(0, 1, 19)
libc.setpriority(2, 0, 19)
END
shell 'echo "priority $(nice)"'
says 'priority '
before=$said
{
	request bash '{"command": "python3 lower.py"}'
	request bash '{"command": "echo x >file && cat file | cat && echo works; echo \"priority $(nice)\""}'
} | many
answer 1
says 'own 0' "a program cannot lower its own limits"
answer 2
[[ $said == *works* ]] || broke "the call after it does not work: $out"
[[ $said == *"$before"* ]] || broke "the call after it has another priority: $said"
held
