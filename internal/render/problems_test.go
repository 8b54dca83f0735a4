package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// problemsOf parses a template and lists what is wrong with it.
func problemsOf(t *testing.T, template string, params []Param) []Problem {
	t.Helper()
	_, err := Parse(template, params)
	if err == nil {
		return nil
	}
	var bad *ProblemsError
	if !errors.As(err, &bad) || len(bad.Problems) == 0 {
		t.Fatalf("Parse(%q): error %v is no *ProblemsError with problems", template, err)
	}
	return bad.Problems
}

// Places in which no quoting could be safe are problems at load; the text says
// how to write it instead.
func TestUnsafePlaces(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{`{{x}}`, "name of the program"},
		{`{{x}} arg`, "name of the program"},
		{`"{{x}}" arg`, "name of the program"},
		{`./bin/{{x}}.sh arg`, "name of the program"},
		{`$(echo {{x}}) arg`, "name of the program"},
		{`cmd && {{x}}`, "name of the program"},
		{`X=1 {{x}}`, "name of the program"},
		{`cmd | "$(which {{x}})"`, "name of the program"},
		{`cmd $(( {{x}} + 1 ))`, "arithmetic"},
		{`cmd $(( {{n}} + 1 ))`, "arithmetic"},
		{`cmd $[ {{x}} ]`, "arithmetic"},
		{`(( i = {{x}} ))`, "arithmetic"},
		{`let i={{x}}`, "arithmetic"},
		{`for ((i={{x}}; i<3; i++)); do cmd; done`, "arithmetic"},
		{`cmd "${s:{{x}}:2}"`, "arithmetic"},
		{`cmd ${a[{{x}}]}`, "subscript"},
		{`a[{{x}}]=1`, "subscript"},
		{`a=([{{x}}]=1)`, "subscript"},
		{`cmd ${y:-"{{x}}"}`, "inside ${ }"},
		{`cmd ${y:-{{x}} }`, "inside ${ }"},
		{`cmd "${y#{{x}}.}"`, "inside ${ }"},
		{`cmd ${y/{{x}}/z}`, "inside ${ }"},
		{`cmd ${y:-{{x}}}`, "three braces"},
		{`cmd ${{x}}`, "follows a $"},
		{`cmd $y{{x}}`, "follows a $"},
		{`cmd "$y{{x}}"`, "follows a $"},
		{`cmd ${ {{x}}; }`, ""},
		{`{{x}}=1`, "name of a variable"},
		{`{{x}}+=1 cmd`, "name of a variable"},
		{`for {{x}} in a; do cmd; done`, "name of a variable"},
		{`select {{x}} in a; do cmd; done`, "name of a variable"},
		{`coproc {{x}} { cmd; }`, "name of a variable"},
		{`{{x}}() { cmd; }`, "name of a function"},
		{`function {{x}} { cmd; }`, "name of a function"},
		{`cmd # {{x}}`, "comment"},
		{"# {{x}}\ncmd", "comment"},
		{"cmd `ls {{x}}`", "backquotes"},
		{"cmd \"`ls {{x}}`\"", "backquotes"},
		{`cmd @({{x}}|b)`, "extended pattern"},
		{"cat <<'EOF'\n{{x}}\nEOF", "quoted end word"},
		{"cat <<\\EOF\n{{x}}\nEOF", "quoted end word"},
		{"cat <<\"EOF\"\n{{x}}\nEOF", "quoted end word"},
		{"cat <<-EOF\n\t{{x}}\n\tEOF", "strips tabs"},
		{"cat <<{{x}}\na\n{{x}}", "end word"},
		{"cat <<E & [[ -t $v ]]\na {{x}}\nE", "not certain where bash reads"},
		{"y=$(cat <<E)\na {{x}}\nE", "not certain where bash reads"},
		{"cmd $(cat <<EOF\n{{x}}\nEOF\n)", "inside $(…)"},
		{"cat <<EOF\n$(cmd {{x}})\nEOF", "inside a here-document"},
		{"cat <<EOF\n$(( {{x}} ))\nEOF", "arithmetic"},
		{`cmd >&{{x}}`, "file descriptor"},
		{`cmd 2<&{{x}}`, "file descriptor"},
		{`cmd {{{x}}}>f`, "raw value"},
		{`cmd $"{{x}}"`, "translated"},
		{`cmd "\\{{x}}"`, "backslash"},
		{"cat <<EOF\n\\\\{{x}}\nEOF", "backslash"},
		{`cmd $'\\{{x}}'`, "backslash"},
		{`cmd --tags={{a}}`, "is an array"},
		{`cmd "{{a}}"`, "is an array"},
		{`cmd '{{a}}'`, "is an array"},
		{`X={{a}} cmd`, "is an array"},
		{`cmd > {{a}}`, "is an array"},
		{"cat <<EOF\n{{a}}\nEOF", "is an array"},
		{`[[ {{x}} -eq 1 ]]`, "calculating comparison"},
		{`[[ 1 -lt {{n}} ]]`, "calculating comparison"},
		{`[[ a == b && {{x}} -ge 1 ]]`, "calculating comparison"},
		{`[[ -v {{x}} ]]`, "name of a variable"},
		{`[[ -R {{x}} ]]`, "name of a variable"},
		{`declare x={{x}}`, "declare"},
		{`declare -i x={{x}}`, "declare"},
		{`typeset -a x={{x}}`, "declare"},
		{`f() { local x={{x}}; }`, "declare"},
		{`readonly x={{x}}`, "declare"},
		{`export {{x}}`, "declare"},
		{`export {{x}}=1`, "name of a variable"},
		{`export -n x={{x}}`, "declare"},
		{`export x=({{x}})`, "declare"},
		{`cmd "${y:-'a'}" {{x}}`, "read differently"},
		{`cmd "${y:-"a"}" {{x}}`, "read differently"},
		{"cat <<EOF\n${y:-'a'}\nEOF\ncmd {{x}}", "read differently"},
		{"echo \"$\\\n({{x}})\"", "stand in two lines"},
		{"cat <<E\n$\\\n({{x}})\nE", "stand in two lines"},
		{"cmd $(cmd {{x}} # it's\n)", "comment inside a $(…)"},
		{"cmd <(cat <<EOF; cmd {{x}}\na\nEOF\n)", "here-document inside a $(…)"},
		{"LC_ALL=zh_CN.GBK\ncmd \"{{x}}\"", "LC_ALL changes"},
		{"export LANG=$y\ncmd \"{{x}}\"", "LANG changes"},
	} {
		problems := problemsOf(t, tt.template, params())
		if !slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.Text, tt.want) }) {
			t.Errorf("%q: problems %q, want %q", tt.template, problems, tt.want)
		}
	}
}

// What reads its words, its input, or a variable as code, or could.
func TestReadAgain(t *testing.T) {
	for _, template := range []string{
		`eval {{x}}`, `eval "echo {{x}}"`, `read {{x}}`, `read -r "{{x}}"`, `mapfile {{x}}`, `readarray -t {{x}} < f`, `unset {{x}}`, `unset "a[{{x}}]"`,
		`getopts {{x}} o`, `printf -v {{x}} a`, `printf -v "a[{{x}}]" a`, `test -v {{x}}`, `[ -v {{x}} ]`, `[ -R {{x}} ]`, `test ! -v {{x}}`, `trap {{x}} EXIT`, `alias a={{x}}`,
		`source {{x}}`, `. {{x}}`, `. ./lib.sh {{x}}`, `enable -f {{x}} y`, `hash -p {{x}} y`, `bind -x {{x}}`, `compgen -W {{x}}`, `complete -C {{x}}`, `shopt -s {{x}}`,
		`set {{x}}`, `set -o {{x}}`, `wait -p {{x}}`, `builtin eval {{x}}`, `command eval {{x}}`, `command export "{{x}}"`, `printf "hi {{x}}"`, `printf {{x}}`, `printf -- {{x}} a`,
		`printf '%n' {{x}}`, `[ {{x}} {{y}} ]`, `[ {{a}} ]`, `[ {{x}} -a {{y}} ]`, `test {{x}} -o -n {{y}} b`,

		`sh -c {{x}}`, `sh -c "echo {{x}}"`, `bash -c 'echo {{x}}'`, `bash -lc {{x}}`, `bash -c -x {{x}}`, `bash -euo pipefail -c {{x}}`, `/bin/sh -c {{x}}`, `bash {{x}}`, `bash -x {{x}} arg`,
		`bash --rcfile f -c {{x}}`, `zsh -c {{x}}`, `dash -c {{x}}`, `fish -c {{x}}`, `sh -c "$(cat {{x}})"`, `bash <(echo {{x}})`,
		`ssh host {{x}}`, `ssh {{x}}`, `ssh -p 2 host "ls {{x}}"`, `scp {{x}} host:`, `su -c {{x}}`, `su bob -c "{{x}}"`, `runuser -u bob -c {{x}}`, `script -c {{x}}`, `watch {{x}}`, `parallel {{x}}`,
		`flock f -c {{x}}`, `at {{x}}`, `tmux new {{x}}`, `make {{x}}`, `make TARGET={{x}}`,
		`find . -exec sh -c {{x}} \;`, `find . -exec sh -c 'echo {{x}}' \;`, `find . -ok bash -c "{{x}}" +`, `find . -exec {{x}} \;`, `find . -execdir env bash -c {{x}} \;`,
		`xargs sh -c {{x}}`, `xargs -n 1 -P 2 sh -c "{{x}}"`, `xargs {{x}}`, `xargs -I {} {{x}} {}`,
		`awk {{x}} f`, `awk "{ print {{x}} }" f`, `gawk -v n={{x}} '{}'`, `awk -v "n={{x}}" '{}'`, `awk -f {{x}}`, `awk -F {{x}} '{}'`,
		`sed {{x}} f`, `sed -n "s/{{x}}/y/p" f`, `sed -e {{x}} f`, `sed --expression={{x}} f`, `sed -i '' "s/a/{{x}}/" f`, `sed -ne {{x}}`, `gsed -f {{x}}`,
		`python -c {{x}}`, `python3 -c "print('{{x}}')"`, `python3.12 -c {{x}}`, `/usr/bin/python3 -c {{x}}`, `python3 -Bc {{x}}`, `python3 {{x}}`, `python3 -m {{x}}`, `.venv/bin/python -c {{x}}`,
		`perl -e {{x}}`, `perl -pe "s/a/{{x}}/"`, `perl -lane {{x}} f`, `ruby -e {{x}}`, `node -e {{x}}`, `node --eval={{x}}`, `node -p {{x}}`, `nodejs --require {{x}} s.js`, `php -r {{x}}`,
		`deno eval {{x}}`, `lua -e {{x}}`, `osascript -e {{x}}`, `Rscript -e {{x}}`, `pwsh -Command {{x}}`, `cmd.exe /c {{x}}`, `vim -c {{x}}`, `gdb -ex {{x}}`,
		`git -c {{x}} status`, `git rebase --exec {{x}} main`, `git clone --upload-pack={{x}} u`, `tar --to-command={{x}} -xf f`, `tar --checkpoint-action {{x}} -cf f .`, `rsync -e {{x}} a b`, `go build -toolexec {{x}} .`,

		`env sh -c {{x}}`, `env A=b sh -c {{x}}`, `env -i A=b bash -c "{{x}}"`, `env -S {{x}}`, `env -u A {{x}}`, `env {{x}}`, `env PATH={{x}} ls`, `env "LD_PRELOAD={{x}}" ls`,
		`sudo sh -c {{x}}`, `sudo -u bob -H bash -c {{x}}`, `sudo -s {{x}}`, `sudo -i ls {{x}}`, `sudo {{x}}`, `doas sh -c {{x}}`, `nohup sh -c {{x}} &`, `time sh -c {{x}}`, `command time -f f sh -c {{x}}`,
		`command sh -c {{x}}`, `command {{x}}`, `exec sh -c {{x}}`, `exec -a n {{x}}`, `exec {{x}}`, `nice -n 5 sh -c {{x}}`, `timeout 5 sh -c {{x}}`, `timeout -k 1 5 {{x}}`, `timeout 5 sudo env A=b nice sh -c {{x}}`,
		`stdbuf -oL sh -c {{x}}`, `setsid sh -c {{x}}`, `chroot /r sh -c {{x}}`, `busybox sh -c {{x}}`, `npx {{x}}`, `npx -c {{x}}`, `uvx {{x}}`, `strace -e trace=file sh -c {{x}}`,
		`docker exec box sh -c {{x}}`, `docker run --rm image bash -lc "{{x}}"`, `kubectl exec pod -- sh -c "{{x}}"`, `poetry run python -c {{x}}`, `nix-shell --run x bash -c {{x}}`,

		`echo {{x}} | sh`, `echo {{x}} | sudo bash`, `echo {{x}} | tee f | bash -s`, `sh <<< {{x}}`, "bash <<EOF\necho {{x}}\nEOF", "python3 - <<EOF\nprint('{{x}}')\nEOF", "ssh host <<EOF\nls {{x}}\nEOF",
		`bash < <(echo {{x}})`, `echo {{x}} | xargs -I {} sh -c 'ls {}'`, `echo {{x}} | xargs env`, "{ cat; } <<EOF | sh\n{{x}}\nEOF",

		`v={{x}}; eval $v`, `v={{x}}; eval "a $v"`, `v={{x}}; sh -c "echo $v"`, `v={{x}}; $v arg`, `v={{x}}; echo $((v + 1))`, `v={{x}}; ((v > 1))`, `v={{x}}; let v+=1`, `v={{x}}; [[ $v -eq 1 ]]`, `v={{x}}; [[ v -eq 1 ]]`,
		`v={{x}}; echo ${a[v]}`, `v={{x}}; echo ${a[$v]}`, `v={{x}}; a[$v]=1`, `v={{x}}; echo ${s:v}`, `v={{x}}; echo ${!v}`, `v={{x}}; echo ${v@P}`, `v={{x}}; test -v "$v"`, `v={{x}}; [[ -v $v ]]`,
		`v={{x}}; printf -v "$v" a`, `v={{x}}; unset "$v"`, `v={{x}}; declare "$v"`, `v={{x}}; declare w="$v"`, `v={{x}}; w="a$v"; eval "$w"`, `v=$(echo {{x}}); eval "$v"`, `for v in {{a}}; do eval "$v"; done`,
		`read v <<< {{x}}; eval "$v"`, `echo {{x}} | while read -r v; do eval "$v"; done`, `mapfile v <<< {{x}}; eval "${v[0]}"`, `printf -v v %s {{x}}; eval "$v"`, `set -- {{x}}; eval "$1"`, `set -- {{x}}; "$@"`,
		`f() { eval "$1"; }; f {{x}}`, `f() { local v="$1"; eval "$v"; }; f {{x}}`, `a=({{x}}); eval "${a[0]}"`, `export v={{x}}; bash -c "echo $v"`, `for ((i=0; i<v; i++)); do cmd; done; v={{x}}`,
		`declare -i v; v={{x}}`, `declare -n v; v={{x}}`, `PATH={{x}} ls`, `IFS={{x}}`, `export PATH={{x}}`, `PS4={{x}}`, `PROMPT_COMMAND={{x}}`, `LD_PRELOAD={{x}} ls`, `GIT_SSH_COMMAND={{x}} git pull`, `EDITOR={{x}} git commit`, `LC_ALL={{x}} sort`,

		`sh -c 'echo "$1"' sh {{x}}`, `bash -c 'echo "$0"' {{x}}`, `python3 -c 'import sys' {{x}}`, `perl -ne 'print' {{x}}`, `env A={{x}} cmd {{y}}`, `sudo -u {{x}} cmd {{y}}`, `docker run --rm -e A={{x}} image`, `printf -v v %s {{x}}; echo "$v"`, `set -- {{a}}; cmd "$@"`, `v={{x}}; cmd "$v"`, `read -r v < f; echo {{x}}`, `read v; eval "$v"; echo {{x}}`, `echo {{x}} | xargs -n 1 echo`, `f() { echo "$1"; }; f {{x}}`, `A={{x}} cmd`, `trap 'rm f' EXIT; cmd {{x}}`, `coproc cmd {{x}}`, `select i in {{a}}; do break; done`, `a=({{a}}); a+=({{x}}); cmd "${a[@]}"`,

		// What an attacker found against the table that stood here before.
		`RANDOM={{x}}`, `SRANDOM={{x}}; cmd`, `OPTIND={{x}} cmd`, `SECONDS={{x}}`, `HISTCMD={{x}}`, `declare -i n; n={{x}}`, `declare -A a; a["$b"]={{x}}; echo ${a[$b]}`, `[[ {{x}} =~ (.*) ]] && (( BASH_REMATCH[1] > 60 ))`,
		`if [[ {{input.command}} =~ sleep\ ([^ ]+) ]] && (( BASH_REMATCH[1] > 60 )); then exit 1; fi`, `[[ {{x}} =~ (.*) ]]; eval "${BASH_REMATCH[1]}"`, `true {{x}}; (( _ ))`, `true {{x}}; eval "$_"`, `true {{x}}; echo $(( $_ ))`, `getopts ab: o {{a}}; eval "$OPTARG"`,
		`set -- {{a}}; for a; do eval "$a"; done`, `f() { for a; do eval "$a"; done; }; f {{x}}`, `f() { bash; }; echo {{x}} | f`, `f() { eval "$(cat)"; }; f <<< {{x}}`, `read <<< {{x}}; eval "$REPLY"`, `export A={{x}}; bash -c 'eval "$A"'`,
		`A={{x}} python3 -c 'import os; exec(os.environ["A"])'`, `A={{x}} bash scripts/a.sh`, `source /dev/stdin <<< {{x}}`, `echo {{x}} | . /dev/stdin`, `source <(echo {{x}})`, `echo {{x}} | bash /dev/stdin`, `bash /dev/fd/3 3<<< {{x}}`, `echo {{x}} | bash -`,
		`sqlite3 db {{x}}`, `echo {{x}} | sqlite3 db`, `psql -c {{x}}`, `mysql -e{{x}}`, `git grep -O{{x}} a`, `git grep --open-files-in-pager={{x}} a`, `git grep -O {{x}}`, `git {{x}}`, `git -C {{x}} status`, `git fetch --upload-p={{x}}`, `git bisect run {{x}}`, `git config alias.a {{x}}`,
		`make -f - <<< {{x}}`, `echo {{x}} | make -f -`, `script -qc {{x}}`, `script -qc{{x}} f`, `wget -e {{x}} u`, `wget --exec={{x}} u`, `wget --use-askpass={{x}} u`, `vim {{x}}`, `less {{x}}`, `man {{x}}`, `ed <<< {{x}}`, `bc <<< {{x}}`, `gdb {{x}}`,
		`perl -ne print {{x}}`, `awk '{ system($0) }' <<< {{x}}`, `awk '{ print | "sh" }' <<< {{x}}`, `awk '"sh" | getline' {{x}}`, `sed 1e <<< {{x}}`, `sed s/a/b/e <<< {{x}}`, `sed -f - f <<< {{x}}`, `node <<< {{x}}`, `cat <<< {{x}} | sh -s`, `tclsh <<< {{x}}`,
		`(( n = 1, {{e}} ))`, `x=$(echo {{x}}); (( x ))`, `n=5; n={{x}}; (( n ))`, `echo {{x}} | { cat; bash; }`, `echo {{x}} | echo "$(bash)"`, `while bash; do cmd; done <<< {{x}}`, `cat <(echo {{x}}) > >(bash)`, `echo {{x}} | tee >(sh)`, `exec 3<<< {{x}}; bash <&3`, `exec < <(echo {{x}}); bash`,
		`echo {{x}} > f.sh; bash f.sh`, `uv run {{x}}`, `uv run -q {{x}} a`, `poetry run {{x}}`, `docker run --rm {{x}}`, `nix run {{x}}`, `bundle exec {{x}}`, `just {{x}}`, `just deploy {{x}}`, `task deploy -- {{x}}`, `ninja -C {{x}}`, `dd of=f.sh <<< {{x}}; bash f.sh`, `printf %s {{x}} | dd of=./f.sh; ./f.sh`, `awk '{print > "f.sh"}' {{x}}; bash f.sh`, `cat {{x}} | awk '{print > "f.sh"}'; bash f.sh`, `printf %s {{x}} | git apply; bash f.sh`, `patch -p1 -i {{x}} && ./f.sh`, `echo {{x}} | split -; ./xaa`, `tar xf {{x}}; bash f.sh`, `echo {{x}} > p; git apply p; bash f.sh`, `echo {{x}} > p; dd if=p of=f.sh; bash f.sh`, `sort -o f.sh <<< {{x}}; bash f.sh`, `sed -n 'w f.sh' {{x}}; bash f.sh`, `echo {{x}} > f; . ./f`, `cat > ./f <<< {{x}}; chmod +x f; ./f`, `echo {{x}} > {{y}}; bash f.sh`, `tee {{y}} <<< {{x}}; bash f.sh`, `cd {{x}} && bash run.sh`, `cd {{x}}; ./run.sh`, `cd {{x}} && make`, `cd {{x}}; (( PWD ))`, `echo {{x}} > ls; PATH=. ls`,
		`eval "$BASH_EXECUTION_STRING"; echo {{x}}`, `cmd {{x}}; eval "$(history)"`, `shopt -s expand_aliases; alias a=eval; a {{x}}`, `hash -p /bin/sh cmd; cmd -c {{x}}`, `PS4={{x}}; set -x`, `set -k; bash -c 'eval "$A"' A={{x}}`, `trap 'eval "$BASH_COMMAND"' DEBUG; cmd {{x}}`, `o=-c; bash "$o" {{x}}`, `bash {-c,{{x}}}`,
		`bash -c 'eval "$1"' sh {{x}}`, `$cmd {{x}}`, `/bin/b*sh -c {{x}}`, `~/x/{bash,-c} {{x}}`, `nice "$o" -c {{x}}`, `find {{x}} -exec {{y}} {} \;`, `rm $(echo {{x}})`, `cmd "$(echo {{x}})"`, `o=--upload-pack=; git fetch "$o"{{x}}`, `o=--upload-pack; git fetch "$o" {{x}}`, `go run {{x}}`, `go run . -exec $(cat {{x}})`,
		`docker exec box bash {{x}}`, `docker run --entrypoint=sh image -c {{x}}`, `some-tool --command={{x}}`, `some-tool --comm {{x}}`, `some-tool -e{{x}}`, `some-tool -qc {{x}}`, `python3 -m timeit {{x}}`, `python3 -i s.py <<< {{x}}`, `perl -s s.pl {{x}}`, `java {{x}}`, `deno eval {{x}}`, `bun x {{x}}`, `convert {{x}} out.png`,
		`bash {{p}}`, `bash ./{{n}}`, `. ./{{n}}`, `env {{n}}`, `python3 {{p}} {{x}}`, `eval {{w}}`, `BASH_ENV=f bash s.sh {{x}}`, `let n={{n}}+1; echo {{x}}`, `echo {{x}} | ssh host`, `timeout {{x}} cmd`, `coproc bash; echo {{x}} >&"${COPROC[1]}"`,
	} {
		problems := problemsOf(t, template, params())
		if len(problems) == 0 || strings.Contains(problems[0].Text, "not valid") {
			t.Errorf("%q: problems %q, want one about being read again", template, problems)
		}
	}
}

// Ordinary commands are allowed, those that look like the ones above included.
func TestAllowed(t *testing.T) {
	for _, template := range []string{
		`bash scripts/deploy.sh {{x}}`, `go run scripts/migrate.go --direction {{e}} --steps {{n}}`, `npm test -- --grep {{x}}`, `npm run build --if-present`, `git commit -m {{x}}`, `git log --grep={{x}}`, `grep -rn {{x}} src`,
		`grep -c {{x}} f`, `bash -x script.sh -c {{x}}`, `bash -euo pipefail script.sh {{x}}`, `python3 script.py -c {{x}}`, `python3 -m pytest {{x}}`, `python3 -m http.server {{n}} --directory guide`, `python3 -X dev -m http.server {{n}}`,
		`node script.js -e {{x}}`, `awk '{print $1}' {{x}}`, `sed -n 1p {{x}}`, `sed -i 's/a/b/' {{x}}`, `sed -i '' 's/a/b/' {{x}}`, `sed -e 1d -e 2d {{x}}`, `find {{x}} -name {{y}}`,
		`find . -name {{x}} -exec rm -- {} \;`, `find . -exec grep {{x}} {} +`, `xargs grep {{x}} < f`, `timeout {{n}} cmd {{x}}`, `command -v {{x}}`, `nice cmd {{x}}`,
		`echo read {{x}}`, `apt-get install -y python3 {{x}}`, `which bash {{x}}`, `docker exec box ls {{x}}`, `tar -czf {{x}} dir`, `rsync -a {{x}} dir/`, `curl -sS {{x}}`, `make -C dir`, `make {{e}}`, `eval {{e}}`, `ssh host sleep {{n}}`, `sh -c "sleep {{n}}"`,
		`printf '%s\n' {{x}}`, `v={{n}}; echo $((v + 1))`, `n={{n}}; echo ${a[n]}`,
		`[ -f {{x}} ] && cmd`, `[ ! -d "{{x}}" ] || cmd`, `[ {{x}} = y ] && [ {{n}} -gt 3 ]`, `test {{x}} != y`, `[[ {{x}} =~ ^a ]]`, `[[ a =~ {{x}} ]]`, `[[ {{x}} -nt {{y}} ]]`, `if [[ -z {{x}} ]]; then cmd; fi`,
		`cmd {{x}} | sort | head -n {{n}}`, `cmd {{x}} > out.txt 2>&1`, `echo {{x}} | python3 script.py`, `echo {{x}} | grep y`, "cat > f <<EOF\n{{x}}\nEOF", "ssh host 'cat > f' <<EOF\n{{n}}\nEOF",
		`LC_ALL=C sort {{x}}`, `export LANG=de_DE.UTF-8; cmd {{x}}`, `./watch {{x}}`, `scripts/make {{x}}`, `cmd.sh {{x}}`, `cmd "${y:-default}" {{x}}`, `cmd ${y:-'a b'} {{x}}`,
		`echo $((1 + 2)) "$(date "+%F")" {{x}}`, `cmd {{x}} & wait`, `until cmd {{x}}; do sleep 1; done`, `cmd {{x}} 2> >(cat >&2)`,
		`git commit --message={{x}}`, `git log -n {{n}} --author={{x}} | head`, `git push -u origin {{x}}`, `git switch -c {{x}}`, `go test -run={{x}} ./...`, `npm test -- {{x}}`, `tar -xzf {{x}}`, `curl -d {{x}} https://example.com`,
		`grep -e {{x}} f | awk '{ print $2 }'`, `cmd {{x}} | sed 's/a/b/g'`, `sed -n {{n}}p -- {{x}}`, `cmd {{x}} | jq -r .name`, `jq --arg n {{x}} .a f`, `bash "$SPACE_DIR/scripts/a.sh" {{x}}`, `bash scripts/{{e}}.sh {{x}}`, `venv/bin/python s.py {{x}}`,
		`cd {{x}} && ls`, `cd web && npm test -- {{x}}`, `n=3; while (( n > 0 )); do cmd {{x}}; n=$(( n - 1 )); done`, `for i in 1 2 3; do cmd $(( i * 2 )) {{x}}; done`, `for f in *.txt; do grep -e {{x}} "$f"; done`, `export A=b; cmd {{x}}`, `A=b cmd {{x}}`, `set -euo pipefail; cmd {{x}}`,
		`n={{n}}; cmd $((n + 1)) {{x}}`, `bash -c "head -n {{n}} f"`, `awk -v n={{n}} '{ print n }' f`, `psql -c "select * from t where day = '{{p}}'"`, `ssh host systemctl {{e}} web`, `bash scripts/{{e}}.sh`, `[[ $a == b ]] && cmd {{x}}`, `[[ 3 -lt 4 ]] && cmd {{x}}`, `cmd {{x}} || exit 1`, `find {{x}} -exec cat {} \;`,
	} {
		if problems := problemsOf(t, template, params()); len(problems) > 0 {
			t.Errorf("%q: problems %q", template, problems)
		}
	}
}

func TestHandlebars(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{`cmd {{nope}}`, `no parameter "nope"; there are a, any, b`},
		{`cmd {{#if nope}}a{{/if}}`, `no parameter "nope"`},
		{`cmd {{x.y}}`, `no parameter "x.y"`},
		{`cmd {{String}} {{constructor}}`, `no parameter "String"`},
		{`cmd {{{x}}}`, "raw value"},
		{`cmd {{&x}}`, "raw value"},
		{`cmd {{> part}}`, "no partials"},
		{`cmd {{lookup x y}}`, "no parameter"},
		{`cmd {{x y}}`, "no other helpers"},
		{`cmd {{x y=1}}`, "no other helpers"},
		{`cmd {{#with x}}a{{/with}}`, "are known"},
		{`cmd {{#x}}a{{/x}}`, "are known"},
		{`cmd {{^x}}a{{/x}}`, "{{#unless x}}"},
		{`cmd {{{{raw}}}}a{{{{/raw}}}}`, "not known"},
		{`cmd {{"x"}}`, "name of a parameter"},
		{`cmd {{5}}`, "name of a parameter"},
		{`cmd {{true}}`, "name of a parameter"},
		{`cmd {{}}`, "name of a parameter"},
		{`cmd {{#if}}a{{/if}}`, "needs the name"},
		{`cmd {{#if x y}}a{{/if}}`, "one parameter and nothing else"},
		{`cmd {{#if x includeZero=true}}a{{/if}}`, "one parameter and nothing else"},
		{`cmd {{#each a as |i|}}a{{/each}}`, "write {{this}}"},
		{`cmd {{#each x}}a{{/each}}`, "not an array"},
		{`cmd {{#if x}}a`, "never closed"},
		{`cmd {{#if x}}a{{else}}b{{else}}c{{/if}}`, "one {{else}} at most"},
		{`cmd {{#if x}}a{{/unless}}`, "does not close"},
		{`cmd {{#if x}}a{{else if y}}b{{/unless}}`, "does not close"},
		{`cmd {{#if x}}a{{elsewhere}}b{{/if}}`, "begin with else"},
		{`cmd a{{/if}}`, "no block"},
		{`cmd {{else}}`, "no block"},
		{`cmd {{this}}`, "only inside {{#each"},
		{`cmd {{@index}}`, "only inside {{#each"},
		{`cmd {{#each a}}{{@key}}{{/each}}`, "@key is not known"},
		{`cmd {{x`, "not valid Handlebars"},
		{`cmd {{! never closed`, "not valid Handlebars"},
		{`cmd {{x}`, "not valid Handlebars"},
		{`cmd {{x|y}}`, "no other helpers"},
		{`cmd {{x%}}`, "not valid Handlebars"},
	} {
		problems := problemsOf(t, tt.template, params())
		if len(problems) == 0 || !strings.Contains(problems[0].Text, tt.want) {
			t.Errorf("%q: problems %q, want %q", tt.template, problems, tt.want)
		}
	}
}

// A problem says where it is, in lines and characters, also inside blocks whose
// lines Handlebars removes, and all problems are found at once.
func TestWhere(t *testing.T) {
	for _, tt := range []struct {
		template string
		want     string
	}{
		{"cmd {{nope}}", "1:5"},
		{"cmd \\\n  é {{nope}} {{x}} {{gone}}", "2:5 2:20"},
		{"cmd é {{x}}\neval {{x}}\n{{y}}", "2:6 3:1"},
		{"{{#if b}}\n  cmd\n{{else}}\n  eval {{x}}\n{{/if}}\n{{#unless b}}\n {{y}}\n{{/unless}}", "4:8 7:2"},
		{"{{#each a}}\n  {{#if b}}\n  cmd\n  {{else if x}}\n  eval {{this}}\n  {{/if}}\n{{/each}}", "5:8"},
		{"cmd\nif x {{#if y}}\n{{/if}}\n", "2:1"},
		{"cmd {{#if x}}(({{/if}}", "1:14"},
		{"cmd \r\n{{x}}\r\n", "2:1"},
	} {
		var got []string
		for _, p := range problemsOf(t, tt.template, params()) {
			got = append(got, fmt.Sprintf("%d:%d", p.Line, p.Column))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: problems at %q, want %q", tt.template, got, tt.want)
		}
	}
}

// Every branch is looked at, however deep its conditions.
func TestBranches(t *testing.T) {
	for _, template := range []string{
		`cmd {{#if x}}{{else}}{{#unless y}}{{#if b}}{{#unless n}}; eval {{x}}{{/unless}}{{/if}}{{/unless}}{{/if}}`,
		`cmd {{#each a}}{{#unless @first}}; eval {{this}}{{/unless}}{{/each}}`,
		`cmd {{#each a}}{{this}}{{else}}; eval {{x}}{{/each}}`,
	} {
		if len(problemsOf(t, template, params())) == 0 {
			t.Errorf("%q: no problem found", template)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"", "empty"}, {" \n", "empty"}, {"cmd \x00", "NUL"}, {"cmd \xff", "UTF-8"},
		{"cmd " + strings.Repeat("x", SourceLimit-3), "bytes long"},
		{"if true; then", "not valid bash"}, {"cmd 'a", "not valid bash"}, {"cmd {{x}} (", "not valid bash"},
	} {
		problems := problemsOf(t, tt.template, params())
		if len(problems) != 1 || !strings.Contains(problems[0].Text, tt.want) {
			t.Errorf("%.20q: problems %q, want %q", tt.template, problems, tt.want)
		}
	}
	if problems := problemsOf(t, "cmd "+strings.Repeat("x", SourceLimit-4), nil); len(problems) > 0 {
		t.Errorf("a template of SourceLimit bytes: %q", problems)
	}
	for _, deep := range []string{"(", "$(", "{ ", "[[ (", "$((", "\"$(", "{{#if x}}", "if ", "f() ", "! "} {
		problemsOf(t, strings.Repeat(deep, SourceLimit/len(deep)), params()) // no crash, however deep
	}
}
