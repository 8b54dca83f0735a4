# A name that the person allows leads to this machine: its own name, a name of /etc/hosts, and an
# address written as a host.
needs walls python3 curl
service
names=$(awk '$1 ~ /^(127\.|::1)/ {for (i = 2; i <= NF; i++) print $i}' /etc/hosts | grep -vE '^(localhost|ip6-localhost|ip6-loopback)$' | head -3 || true)
names="$names $(hostname)"
for name in $names; do
	for rule in "$name" "$name:$port"; do
		OPTIONS=(--network="$rule")
		room "curl -sS -m 3 http://$name:$port/LEAK; curl -sS -m 3 --noproxy '*' http://$name:$port/LEAK; curl -m 3 -sSp http://$name:$port/LEAK; true"
		! got LEAK || broke "$rule leads to this machine"
	done
done
curl -sS --noproxy '*' -m 3 "http://$(hostname):$port/control" >/dev/null 2>&1 || curl -sS --noproxy '*' -m 3 "http://127.0.0.1:$port/control" >/dev/null
alive "the service is not reached outside" got control
OPTIONS=(--network=localhost:"$port")
room "curl -sS http://localhost:$port/LEAK"
says 'hello from outside' "not even an allowed port is reached"
held
