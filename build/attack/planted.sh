# Sourced by attacks on servers of the person's settings whose program lies in the space. Each
# case has a folder of its own, c/NAME, and a server NAME with a key; the agent's code, wherever
# it is loaded, writes that key into c/NAME/taken.
key="planted-key-$RANDOM-$RANDOM-of-a-server"
cases=()
# server NAME COMMAND-AND-ARGS-AS-JSON [MORE-JSON]: S stands for the case's folder, O for a folder of the person's outside.
server() {
	cases+=("$1")
	mkdir -p "$SPACE/c/$1" "$HOME/own/$1"
	jq -n --arg n "$1" --arg s "$SPACE/c/$1" --arg o "$HOME/own/$1" --arg k "$key" --argjson c "$2" --argjson m "${3:-{\}}" \
		'def f: walk(if type == "string" then gsub("@S"; $s) | gsub("@O"; $o) else . end);
		{($n): ({command: $c[0], args: $c[1:], internal_only: false, read: [$o]} + $m + {env: ({API_KEY: $k} + ($m.env // {}))} | f)}' >>"$SCRATCH/servers"
}
# planted LANGUAGE NAME: the agent's code.
planted() {
	local t=$SPACE/c/$2/taken
	case $1 in
	py) printf 'import os; open("%s", "w").write(os.environ.get("API_KEY", ""))\n' "$t" ;;
	js) printf 'try { require("fs").writeFileSync("%s", process.env.API_KEY || "") } catch (e) { process.binding("fs") }\n' "$t" ;;
	mjs) printf 'import fs from "fs"; fs.writeFileSync("%s", process.env.API_KEY || "")\n' "$t" ;;
	sh) printf 'printf %%s "$API_KEY" >"%s"\n' "$t" ;;
	pl) printf 'open(my $f, ">", "%s"); print $f $ENV{API_KEY}; close $f;\n' "$t" ;;
	c) printf '#include <stdio.h>\n#include <stdlib.h>\n__attribute__((constructor)) static void p(void) { FILE *f = fopen("%s", "w"); if (f) { char *k = getenv("API_KEY"); fputs(k ? k : "", f); fclose(f); } }\n' "$t" ;;
	esac
}
# begin: the person sets the servers, looks at each, and has each run once.
begin() {
	settings "$(jq -s '{tools: {mcp_servers: add}}' "$SCRATCH/servers")"
	list_servers
	local s
	for s in "${cases[@]}"; do
		handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true
		h --confirm allow call "${s}__run" 'script=echo works'
		says 'RAN works' "the server $s does not run"
		rm -f "$SPACE/c/$s/taken"
	done
}
# tried WORDS: each server is called, and nobody says yes to anything.
tried() {
	local s
	for s in "${cases[@]}"; do
		h --confirm deny call "${s}__run" 'script=echo again'
		if [ -s "$SPACE/c/$s/taken" ]; then broke "$s: the code that $1 has the key"; fi
		rm -f "$SPACE/c/$s/taken"
	done
}
# reaches: the control: when the person has said yes to what lies there, that code does run.
reaches() {
	local s never=
	for s in "${cases[@]}"; do
		handrail servers approve --yes "$s" >>"$SCRATCH/log" 2>&1 || true
		h --confirm allow call "${s}__run" 'script=echo again'
		[[ -s $SPACE/c/$s/taken && $(<"$SPACE/c/$s/taken") == "$key" ]] || never+=" $s"
	done
	echo "never run:$never" >>"$SCRATCH/log"
	[ -z "$never" ] || dead "the planted code never runs of:$never"
}
# plant LANGUAGE NAME FILE [MORE]: lines of a script that writes the agent's code into the case's file.
plant() { printf 'mkdir -p %q; cat >%q <<'"'END OF IT'"'\n%s\n%s\nEND OF IT\n' "$(dirname "c/$2/$3")" "c/$2/$3" "$(planted "$1" "$2")" "${4:-}"; }
# done_by_agent: standard input is a script, which a program of an agent runs.
done_by_agent() {
	cat >"$SCRATCH/plants"; cp "$SCRATCH/plants" plants.sh
	shell 'bash plants.sh; echo planted all'
	says 'planted all' "nothing is planted: $said"
}
json='import sys; sys.modules.pop("json", None); sys.path = [p for p in sys.path if p and not p.startswith("'$SPACE'/c") or "site-packages" in p]; import json'
