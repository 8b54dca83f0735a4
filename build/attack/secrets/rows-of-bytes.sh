# A secret is printed in rows, by the usual programs with their usual options: it begins at each byte of a row, so that only one or two of its
# characters may stand in the first one.
needs walls python3 xxd base64 od hexdump
value=Tr0ub4dorZx53Zq9KpLongerValue42xy
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
cat >rows.py <<'END'
import os, subprocess, sys
ways = ["base64", "base64 -w 20", "base64 -w 64", "base64 | sed 's/^/  /'", "base32", "xxd -p", "xxd -p -c 16", "xxd", "xxd -g1", "xxd -c 7", "xxd -i", "od -t x1", "od -An -t x1", "od -An -t x1 -w5", "od -t x1 -w5",
        "od -An -t x1 | sed 's/^ //'", "od -An -t u1", "od -b", "hexdump -C", "hexdump -C | cut -c11-58", r"""hexdump -v -e '16/1 "%02x " "\n"'""", "python3 -c 'import sys; print(list(sys.stdin.buffer.read()))'"]
if sys.argv[1] == "ways": print(len(ways)); sys.exit()
way = ways[int(sys.argv[1])]
for n in (0, 1, 4, 6, 13, 14, 15, 16, 28, 29, 30, 31, 44, 45, 46, 47, 48, 54, 55, 56, 57, 62):
    r = subprocess.run(way, shell=True, input=("k" * n + os.environ["TOKEN"] + "\nend\n").encode(), stdout=subprocess.PIPE)
    print("RAN %d %s" % (n, way), flush=True); sys.stdout.buffer.write(r.stdout); print(flush=True)
END
tool show 'python3 rows.py {{x}}' $'environment:\n  TOKEN: "${secret:token}"'
trust
ways=$(python3 rows.py ways)
for ((i = 0; i < ways; i++)); do request show "{\"x\": \"$i\"}"; done | many
for ((i = 0; i < ways; i++)); do
	answer $((i + 1))
	[[ $said == *'RAN 62'* ]] || dead "the tool did not run for $i: ${said: -300}$err"
	missed=$(awk '/^RAN/ {if (way != "" && !found) n = n " " at; at = $2; sub(/^RAN [0-9]+ /, ""); way = $0; found = 0; next} /\[secret token\]/ {found = 1} END {if (!found) n = n " " at; if (n != "") print way ": at" n}' <<<"$said")
	[ -z "$missed" ] || broke "$missed"
done
((${#broken[@]} == 0)) || broken=("not redacted: ${broken[*]}")
held
