# A declared tool puts a value of the agent's into a here-document, in all the forms that bash has. A value ends the document, or is expanded in it, and runs.
needs walls
n=0
try() { # TEMPLATE: a tool with it
	n=$((n + 1)); tool "t$n" "$1"; templates+=("$1")
}
templates=()
try $'cat <<E\n{{x}}\nE'
try $'cat <<\'E\'\n{{x}}\nE'
try $'cat <<"E"\n{{x}}\nE'
try $'cat <<\\E\n{{x}}\nE'
try $'cat <<-E\n\t{{x}}\n\tE'
try $'cat <<$\'E\'\n{{x}}\nE'
try $'cat <<E\\\nF\n{{x}}\nEF'
try $'cat <<{{x}}\ntext\nE'
try $'cat <<E{{x}}\ntext\nE'
try $'cat <<"E" {{x}}\ntext\nE'
try $'cat <<E\n$(echo {{x}})\nE'
try $'cat <<E\n`echo {{x}}`\nE'
try $'cat <<E\n${y:-{{x}}}\nE'
try $'cat <<E\n$(( {{x}} ))\nE'
try $'bash <<E\necho {{x}}\nE'
try $'bash <<\'E\'\necho {{x}}\nE'
try $'python3 <<\'E\'\nprint({{x}})\nE'
try $'cat <<A <<B\n{{x}}\nA\n{{x}}\nB'
try $'cat <<E | bash\necho {{x}}\nE'
try $'cat <<< {{x}}'
try $'cat <<<"{{x}}"'
try $'cat <<E\n"{{x}}"\nE'
try $'cat <<E\n\'{{x}}\'\nE'
try $'cat <<E; echo {{x}}\ntext\nE'
try $'x=$(cat <<E\n{{x}}\nE\n); echo "$x"'
try $'while read -r l; do echo "$l"; done <<E\n{{x}}\nE'
try $'while read -r l; do eval "$l"; done <<E\n{{x}}\nE'
try $'read -r l <<E\n{{x}}\nE\n$l'
try $'mapfile -t l <<< {{x}}; "${l[@]}"'
try $'mapfile -t l <<< {{x}}; ${l[0]}'
try $'read -r i <<< {{x}}; echo $(( i ))'
try $'read -r i <<< {{x}}; echo "${a[$i]}"'
try $'read -r i <<< {{x}}; [[ $i -gt 1 ]]'
try $'read -r i <<< {{x}}; printf -v "$i" x'
try $'read -r i <<< {{x}}; test -v "$i"'
try $'read -r a b <<< {{x}}; "$a" "$b"'
try $'. /dev/stdin <<< {{x}}'
try $'source <(cat <<E\n{{x}}\nE\n)'
try $'xargs -I@ sh -c @ <<< {{x}}'
try $'xargs touch <<< {{x}}'
trust
h check; echo "$out$err" >>"$SCRATCH/log"
P=$SPACE/ran
values=("\$(touch $P)" "\`touch $P\`" $'E\ntouch '"$P"$'\n: <<E' $'EF\ntouch '"$P"$'\n: <<EF' $'A\nB\ntouch '"$P" "'; touch $P; '" '"; touch '"$P"'; "' "}\$(touch $P)" "a[\$(touch $P)]" "1)) ; touch $P #" "; touch $P" "touch $P" "x\\" $'\tE\n\ttouch '"$P" "__import__('os').system('touch $P')" "E;touch $P" "a[\$(touch \$PWD/ran)]")
for ((i = 1; i <= n; i++)); do for v in "${values[@]}"; do request "t$i" "$(jq -cn --arg x "$v" '{x: $x}')"; done; done >"$SCRATCH/all"
# Which value runs is found by a second look, one tool at a time.
ran=0
for ((i = 1; i <= n; i++)); do
	sed -n "$(((i - 1) * ${#values[@]} + 1)),$((i * ${#values[@]}))p" "$SCRATCH/all" >"$SCRATCH/one"
	setsid -w handrail --confirm allow call - <"$SCRATCH/one" >"$SCRATCH/ans" 2>>"$SCRATCH/err" || true
	if grep -q '"exit_code"\|"stdout"\|exit_code' "$SCRATCH/ans"; then ran=$((ran + 1)); echo "runs: ${templates[i - 1]}" >>"$SCRATCH/log"; else echo "does not load: ${templates[i - 1]}: $(head -c 300 "$SCRATCH/ans")" >>"$SCRATCH/log"; fi
	if [ -e "$P" ]; then broke "a value runs in «${templates[i - 1]}»"; rm -f "$P"; fi
done
((ran > 5)) || dead "only $ran of the tools run at all"
bash -c "$(printf 'cat <<E\n%s\nE' "\$(touch $P)")" >/dev/null
[ -e "$P" ] || dead "the values run nothing in bash either"
held
