# The script of a blocking hook is pinned, and has its interpreter load or run another file of the space, each in the way of its language. An agent
# changes that file with a tool that the hook does not guard. The hook must not load, or keep blocking.
needs walls python3 perl jq
commands=() files=() texts=()
add() { commands+=("$1") files+=("$2") texts+=("$3"); }
sh() { add 'bash scripts/check.sh' check.sh "$1"; }
py() { add 'python3 scripts/check.py' check.py "$1"; }
pl() { add 'perl scripts/check.pl' check.pl "$1"; }
sh 'enable -f lib/a.so x; exec lib/a.sh'
sh 'command . lib/a.sh'
sh 'builtin source lib/a.sh'
sh 'trap ". lib/a.sh" EXIT'
sh 'alias x=". lib/a.sh"; shopt -s expand_aliases
x'
sh 'coproc bash lib/a.sh; wait $COPROC_PID || exit 1'
sh 'set -- lib/a.sh; . "$1"'
sh 'printf -v f %s lib/a.sh; . "$f"'
sh 'declare -n r=f; f=lib/a.sh; bash "$r"'
sh 'exec 3<lib/a.sh; . /dev/fd/3'
sh 'bash /dev/stdin <lib/a.sh'
sh 'bash <(cat lib/a.sh)'
sh 'xargs -I{} bash {} <<<lib/a.sh || exit 1'
sh 'BASH_ENV=lib/a.sh bash -c "exit 0"'
sh 'ENV=lib/a.sh sh -ic "exit 0"'
sh 'export PYTHONSTARTUP=x PYTHONPATH=lib; python3 -c "import rules"'
sh 'awk -f lib/a.awk </dev/null'
sh 'jq -n -e -f lib/a.jq >/dev/null || exit 1'
sh 'sed -n -f lib/a.sed <<<x | grep -q bad && exit 1'
sh 'make -s -f lib/a.mk || exit 1'
sh '/lib64/ld-linux-x86-64.so.2 /bin/bash lib/a.sh || exit 1'
sh 'setpriv --no-new-privs bash lib/a.sh || exit 1'
sh 'flock /tmp/l -c lib/a.sh || exit 1'
sh 'script -qec lib/a.sh /dev/null </dev/null || exit 1'
sh 'tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec=lib/a.sh /etc/hostname; exit ${?#0}'
sh 'ln -sf "$SPACE_DIR/lib/a.sh" /tmp/z.sh; bash /tmp/z.sh'
sh 'cd lib; . ./a.sh'
sh 'cd "$(dirname lib/a.sh)" && bash a.sh'
sh 'PATH=$PATH:$SPACE_DIR/lib judge2'
sh 'hash -p "$SPACE_DIR/lib/a.sh" true2; true2'
py 'import runpy; runpy.run_path("lib/rules.py")'
py 'import importlib.util as u; s = u.spec_from_file_location("r", "lib/rules.py"); m = u.module_from_spec(s); s.loader.exec_module(m)'
py 'import subprocess, sys; sys.exit(subprocess.call(["bash", "lib/a.sh"]))'
py 'import os, sys; sys.exit(1 if os.system("lib/a.sh") else 0)'
py 'import os; os.execv("lib/a.sh", ["x"])'
py 'import site; site.addsitedir("lib"); import rules'
py 'import os, sys; os.chdir("lib"); sys.path[:0] = [""]; import rules'
py '__import__("sys").path.insert(0, "lib"); import rules'
pl 'do "./lib/Rules.pm";'
pl 'BEGIN { push @INC, "lib" } require Rules;'
pl 'exit(system("bash", "lib/a.sh") ? 1 : 0);'
pl 'exec "lib/a.sh";'
fill='
rm -rf lib; mkdir -p lib
printf "#!/bin/bash\n$1\n" >lib/a.sh; chmod +x lib/a.sh; cp lib/a.sh lib/judge2
printf "import os, sys\n$2\n" >lib/rules.py
printf "$3;\n" >lib/Rules.pm
echo "BEGIN { exit $4 }" >lib/a.awk; [ $4 = 0 ] && echo true >lib/a.jq || echo false >lib/a.jq; [ $4 = 0 ] || echo "s/.*/bad/p" >lib/a.sed; [ $4 = 1 ] || : >lib/a.sed; printf "all:\n\t@exit $4\n" >lib/a.mk
[ $4 = 0 ] && echo true >lib/list || echo false >lib/list
python3 -c "import pickle, sys
class X:
    def __reduce__(self): return (exit, (int(sys.argv[1]),))
pickle.dump(X(), open(\"lib/p\", \"wb\"))" $4
[ $4 = 0 ] && echo "[]" >lib/rules.json || echo "[[\".\", \"1\"]]" >lib/rules.json
'
printf '%s' "$fill" >"$SCRATCH/fill.sh"
strict() { bash "$SCRATCH/fill.sh" 'exit 1' 'sys.exit(1)' 'exit(1)' 1; }
# Which of them load at all?
strict; mkdir -p scripts agent/hooks
for i in "${!texts[@]}"; do mkdir -p "s$i"; printf '%s\n' "${texts[i]}" >"s$i/${files[i]}"; done
for i in "${!commands[@]}"; do echo "${commands[i]/scripts/s$i}"; done | jq -Rn '{hooks: [inputs | {command: ., type: "pre_tool", tools: ["bash"], blocking: true}] | to_entries | map(.value + {id: "h\(.key)"})}' >agent/hooks/all.json
h check
problems=$out$err
rm -rf s[0-9]* agent
loads=()
printf '%s' "$fill" >change.sh
for i in "${!commands[@]}"; do [[ $problems == *"error: hook \"h$i\""* ]] || loads+=("$i"); done
echo "LOADS ${#loads[@]} of ${#commands[@]}" >>"$SCRATCH/log"
for i in "${loads[@]}"; do
	rm -rf agent scripts ran; mkdir scripts; strict
	printf '%s\n' "${texts[i]}" >"scripts/${files[i]}"
	hook "${commands[i]}"
	tool change 'bash change.sh : pass 1 0'
	trust
	shell 'echo x >ran'
	[ ! -e ran ] || { echo "BLOCKS NOTHING ${texts[i]}" >>"$SCRATCH/log"; continue; }
	call change
	shell 'echo x >ran'
	none ran "«${texts[i]}» ran what an agent had written, and blocks no more"
done
rm -rf agent scripts ran; mkdir scripts; echo 'exit 0' >scripts/check.sh
hook 'bash scripts/check.sh'
tool change 'bash change.sh : pass 1 0'
trust
strict; call change
! grep -q 'exit 1' lib/a.sh || dead "an agent changes nothing"
shell 'echo x >ran'
[ -e ran ] || dead "a script that loads nothing lets nothing through"
held
