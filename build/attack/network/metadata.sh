# Addresses of this machine's link and its cloud, where one foreign name is allowed. Nothing may
# be sent there, by the proxy or past it.
needs walls curl
OPTIONS=(--network=example.com)
hosts=(169.254.169.254 '[fe80::1]' 169.254.170.2 0xa9fea9fe '[::ffff:169.254.169.254]' 2852039166 '[fd00:ec2::254]' 100.100.100.200)
for host in "${hosts[@]}"; do
	request spawn "$(jq -cn --arg u "http://$host/latest/" '{command: "curl", args: ["-sSf", "-m", "4", $u]}')"
	request spawn "$(jq -cn --arg u "http://$host/latest/" '{command: "curl", args: ["--noproxy", "*", "-sSf", "-m", "4", $u]}')"
done | many
for i in "${!answers[@]}"; do
	answer $((i + 1))
	[[ $refused == network_disabled || $out == *'\"exit_code\":'[1-9]* ]] || broke "${hosts[i / 2]} is not refused: $said"
done
service
OPTIONS=(--network=loopback)
room "curl -sS http://localhost:$port/"
says 'hello from outside' "nothing at all is reached"
held
