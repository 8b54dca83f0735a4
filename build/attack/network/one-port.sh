# Allowed is one port of this machine: another one is tried.
needs walls python3
service
first=$port
mkdir "$SCRATCH/two"
start python3 "$ATTACK/service.py" "$SCRATCH/two/port" "$SCRATCH/two/got"
until_true 10 test -s "$SCRATCH/two/port" || dead "no second service"
second=$(<"$SCRATCH/two/port")
OPTIONS=(--network="localhost:$first")
room "curl -sS http://localhost:$first/; curl -sS -m 3 http://localhost:$second/LEAK; curl -sS -m 3 http://127.0.0.1:$second/LEAK; curl -sS -m 3 --noproxy '*' http://127.0.0.1:$second/LEAK; curl -m 3 -sS -H 'Host: localhost:$first' http://localhost:$second/LEAK; curl -m 3 -sSp -x \"\$http_proxy\" http://localhost:$second/LEAK"
says 'hello from outside' "the allowed port is not reached"
[ ! -s "$SCRATCH/two/got" ] || broke "a port was reached that nobody allowed"
held
