# Values of declared tools in positions where bash, or a program, reads them as code. Each tool must
# not load, or must not run the value.
needs walls python3 git
templates=() values=()
add() { templates+=("$1") values+=("$2"); }
S='a[$(touch ran)]'
while IFS= read -r t; do add "$t" "$S"; done <<'END'
RANDOM={{x}}; echo $RANDOM
SRANDOM={{x}}
OPTIND={{x}}
SECONDS={{x}}
HISTCMD={{x}}
declare -i n={{x}}
declare -i n; n={{x}}
typeset -i n; n={{x}}
local -i n={{x}}
readonly -i n={{x}}
export -i n={{x}}
declare -ai n=({{x}})
f() { local -i n; n={{x}}; }; f
let n={{x}}
(( {{x}} ))
echo $(( {{x}} ))
echo $[ {{x}} ]
for (( i={{x}}; i<1; i++ )); do :; done
[[ {{x}} -gt 3 ]]
[[ 3 -lt {{x}} ]]
[[ -v {{x}} ]]
test -v {{x}}
[ -v {{x}} ]
unset {{x}}
printf -v {{x}} y
read {{x}} <<<y
read -r n <<<{{x}}; (( n ))
mapfile -t {{x}} <<<y
getopts a {{x}}
n={{x}}; (( n > 3 ))
n={{x}}; echo ${a[n]}
n={{x}}; a[n]=1
n={{x}}; echo ${a:n}
n={{x}}; echo ${!n}
n={{x}}; declare -n r=n; echo $((r))
n={{x}}; [[ $n -gt 3 ]]
n={{x}}; declare -i m=n
n={{x}}; RANDOM=n
n={{x}}; declare "$n=1"
export n={{x}}; bash -c '(( n ))'
n={{x}} bash -c '(( n ))'
set -- {{x}}; for a; do (( a )); done
set -- {{x}}; (( $1 ))
set -- {{x}}; [[ $1 -gt 1 ]]
f() { (( $1 )); }; f {{x}}
f() { read n; (( n )); }; echo {{x}} | f
f() { read n; (( n )); }; f <<<{{x}}
echo {{x}} | { read n; (( n )); }
: {{x}}; (( $_ ))
[[ {{x}} =~ (.*) ]] && (( BASH_REMATCH[1] ))
[[ {{x}} =~ (.*) ]]; n=${BASH_REMATCH[1]}; echo $((n))
read <<<{{x}}; (( REPLY ))
set -- -o {{x}}; getopts o: n; (( OPTARG ))
select n in {{x}}; do (( n )); break; done <<<1
case {{x}} in *) echo $(( $_ ));; esac
shift {{x}}
exit {{x}}
return {{x}}
ulimit -n {{x}}
wait -p {{x}}
echo ${a[{{x}}]}
a[{{x}}]=1
declare a[{{x}}]=1
echo ${b:{{x}}}
printf %d {{x}}; n=({{x}}); (( n ))
coproc {{x}} { :; }
exec {{x}}>&1
PS4={{x}}; set -x; :
PROMPT_COMMAND={{x}} bash -ic :
END
V='$(touch ran)'
while IFS= read -r t; do add "$t" "$V"; done <<'END'
eval {{x}}
eval "echo {{x}}"
bash -c {{x}}
bash -c "echo {{x}}"
sh -c "echo '{{x}}'"
n={{x}}; echo "${n@P}"
n={{x}}; bash -c "echo $n"
trap {{x}} EXIT
trap "echo {{x}}" EXIT
PS4={{x}}; set -x; true
echo "echo {{x}}" | bash
bash <<<{{x}}
source /dev/stdin <<<{{x}}
. <(echo {{x}})
env bash -c {{x}}
xargs -I{} bash -c {{x}} <<<y
find . -maxdepth 0 -exec sh -c {{x}} \;
ssh localhost {{x}}
watch -n1 {{x}}
script -qc {{x}} /dev/null
su -c {{x}}
timeout 5 bash -c {{x}}
alias n={{x}}; shopt -s expand_aliases
END
W='touch ran'
while IFS= read -r t; do add "$t" "$W"; done <<'END'
{{x}}
n={{x}}; $n
$(echo {{x}})
script -qc {{x}}
command -p {{x}}
export n={{x}}; sh -c '$n'
bash -c '$0' {{x}}
bash -c '"$@"' x {{x}}
echo {{x}} | xargs -I{} sh -c '{}'
echo {{x}} | sh
cat <<X | bash
END
unset 'templates[-1]' 'values[-1]'
add 'awk {{x}}' 'BEGIN{system("touch ran")}'
add 'awk "BEGIN{print {{x}}}"' '1; system("touch ran")'
add 'awk -v n={{x}} "BEGIN{print n}" -f {{x}}' '/dev/stdin'
add 'sed {{x}} note' '1e touch ran'
add 'sed -n "/{{x}}/p" note' 'x/e touch ran;/'
add 'sed "s/a/{{x}}/" note' 'b/e;1e touch ran #'
add 'python3 -c {{x}}' 'import os; os.system("touch ran")'
add 'python3 -c "print({{x}})"' '__import__("os").system("touch ran")'
add 'echo {{x}} | python3' 'import os; os.system("touch ran")'
add 'python3 - <<<{{x}}' 'import os; os.system("touch ran")'
add 'perl -e {{x}}' 'system("touch ran")'
add 'perl -ne "print if /{{x}}/" note' '/; system("touch ran"); /'
add 'perl -pe {{x}} note' 'system("touch ran")'
add 'node -e {{x}}' 'require("child_process").execSync("touch ran")'
add 'node -p "{{x}}"' 'require("child_process").execSync("touch ran")'
add 'jq {{x}} note' 'env'
add 'git grep -O{{x}} visible' 'touch ran;:'
add 'git grep --open-files-in-pager={{x}} visible' 'touch ran;:'
add 'git -c core.pager={{x}} -p log' 'touch ran'
add 'git -c {{x}} status' 'core.fsmonitor=touch ran;false'
add 'git -c alias.n={{x}} n' '!touch ran'
add 'git log {{x}}' '--output=ran'
add 'git diff {{x}}' '--output=ran'
add 'git clone {{x}} d' 'ext::sh -c touch% ran'
add 'git fetch {{x}}' 'ext::sh -c touch% ran'
add 'git ls-remote {{x}}' '--upload-pack=touch ran;'
add 'git rebase -x {{x}} HEAD' 'touch ran'
add 'git bisect run {{x}}' 'touch ran'
add 'git submodule foreach {{x}}' 'touch ran'
add 'GIT_SSH_COMMAND={{x}} git ls-remote ssh://localhost/x' 'touch ran;'
add 'GIT_PAGER={{x}} git -p log' 'touch ran'
add 'PAGER={{x}} git -p log' 'touch ran'
add 'make -f - <<<{{x}}' 'n:=$(shell touch ran)'
add 'make {{x}}' '--eval=n:=$(shell touch ran)'
add 'make N={{x}} -f mk' '$(shell touch ran)'
add 'sqlite3 :memory: {{x}}' '.shell touch ran'
add 'sqlite3 {{x}}' '-cmd=.shell touch ran'
add 'echo {{x}} | sqlite3' '.shell touch ran'
add 'tar cf t note {{x}}' '--checkpoint-action=exec=touch ran'
add 'tar -I {{x}} -cf t note' 'touch ran'
add 'find . {{x}}' '-fprint=ran'
add 'find . -name {{x}}' 'note'
add 'sort {{x}} note' '--output=ran'
add 'wget -e {{x}} http://127.0.0.1:1/' 'use_askpass=touch ran'
add 'curl {{x}}' '-oran'
add 'ssh {{x}} y' '-oProxyCommand=touch ran'
add 'rsync -e {{x}} a b:c' 'touch ran'
add 'env {{x}}' 'touch ran'
add 'env -S {{x}}' 'touch ran'
add 'env {{x}} true' 'touch ran'
add 'xargs {{x}} <note' 'touch'
add 'LD_PRELOAD={{x}} true' './ran.so'
add 'PATH={{x}} ls' '.'
add 'IFS={{x}}; n="touch ran"; $n' ' '
add 'BASH_ENV={{x}} bash -c :' 'evil-env'
add 'ENV={{x}} sh -i -c :' 'evil-env'
add 'PERL5OPT={{x}} perl -e 1' '-Mevil'
add 'PYTHONSTARTUP={{x}} python3 -c 1' 'evil.py'
add 'NODE_OPTIONS={{x}} node -e 1' '--require=./evil.js'
add 'source {{x}}' 'evil-env'
add '. {{x}}' './evil-env'
add 'bash {{x}}' 'evil-env'
add 'bash -- {{x}}' 'evil-env'
add 'python3 {{x}}' 'evil.py'
add 'vim -es +{{x}} +q' '!touch ran'
add 'less +{{x}} note' '!touch ran'
add 'gdb -batch -ex {{x}}' 'shell touch ran'
add 'find . -exec {{x}} \;' 'touch ran'
add 'nice {{x}}' 'touch'
add 'dc -e {{x}}' '!touch ran'
add 'ed -s note <<<{{x}}' '!touch ran'
add 'psql -c {{x}}' '\! touch ran'
add 'busybox sh -c {{x}}' 'touch ran'
add 'npx {{x}}' '-c touch ran'
add 'npm run {{x}}' 'evil'
git init -q . && echo visible >note && git add note && git -c user.name=K -c user.email=k@k commit -qm x
echo 'touch ran' >evil-env
echo 'import os; os.system("touch ran")' >evil.py
echo 'require("child_process").execSync("touch ran")' >evil.js
printf 'n:\n\techo $(N)\n' >mk
echo '{"scripts":{"evil":"touch ran"}}' >package.json
# A value that names what is to run is the author's wish where nothing but a program's file is named.
wished=' bash {{x}}| bash -- {{x}}| python3 {{x}}| npm run {{x}}|'
for i in "${!templates[@]}"; do tool "t$i" "${templates[i]}" 'timeout: 2'; done
tool fine 'echo {{x}} >fine; cat fine'
h check
trust
OPTIONS=(--confirm deny)
# A value leaves a mark of its own; where it only names a file that does, a look follows.
look='{"command": "if [ -e ran ]; then echo IT-RAN; fi; rm -f ran"}'
wanted=()
for i in "${!templates[@]}"; do
	wanted+=("$i")
	request "t$i" "$(jq -cn --arg x "${values[i]//touch ran/touch ran$i}" '{x: $x | gsub("(?<a>output=|-o|fprint=)ran$"; "\(.a)ran'"$i"'")}')"
	[[ ${values[i]} == *ran* ]] || { wanted+=("$i"); request bash "$look"; }
done >"$SCRATCH/wanted"
request fine '{"x": "a value"}' >>"$SCRATCH/wanted"
many <"$SCRATCH/wanted"
answer ${#answers[@]}
says 'a value' "a harmless tool does not run"
loaded=0
for n in "${!wanted[@]}"; do
	i=${wanted[n]}
	answer $((n + 1))
	[[ $out != *'"exit_code"'* ]] || loaded=$((loaded + 1))
	[[ -e ran$i || $said == *IT-RAN* ]] || continue
	[[ $wished == *" ${templates[i]}|"* ]] || broke "«${templates[i]}»"
done
((${#templates[@]} > 150)) || dead "the list was not read"
((loaded > 3)) || dead "hardly a tool was run: $loaded"
((${#broken[@]} == 0)) || broken=("a value ran as code in ${#broken[@]} of ${#templates[@]}: ${broken[*]}")
held
