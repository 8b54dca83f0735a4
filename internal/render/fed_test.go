package render

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// holdTemplates holds that no template of the first list loads, and that each of the second loads and renders.
func holdTemplates(t *testing.T, refused, fine []string) {
	t.Helper()
	for _, template := range refused {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
	for _, template := range fine {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}

// What starts a shell on its input takes no value there, and what an option names is judged as if it were written out.
func TestValuesFedToShells(t *testing.T) {
	holdTemplates(t, []string{
		`printf '%s\n' {{x}} | split --filter=sh`, `printf '%s\n' {{x}} | split --filter='sh -s'`, `printf '%s\n' {{x}} | split --filter bash`, `printf '%s\n' {{x}} | split --filt=sh`, `printf '%s\n' {{x}} | split --filter='exec sh'`, `printf '%s\n' {{x}} | split --filter='sh /dev/stdin'`, `printf '%s\n' {{x}} | split --filter='cat | sh'`, `printf '%s\n' {{x}} | split --filter="$SHELL"`,
		`split --filter='python3' - x <<< {{x}}`, `split --filter=sh -- {{x}}`, `split --filter={{x}} a`, `split --filter {{x}} a`, `timeout 5 split --filter=sh - x <<< {{x}}`, `/usr/bin/split --filter=/bin/sh - x <<< {{x}}`, `split --filter='env sh' -- {{x}}`, `split --filter='xargs -n1 sh -c' <<< {{x}}`, `echo {{x}} > a.txt; split --filter=sh a.txt`,
		`tar --to-command=sh -xf {{x}}`, `tar --to-command 'bash -s' -xf {{x}}`, `tar --to-comm=sh -xf {{x}}`, `tar -I sh -xf {{x}}`, `tar -Ish -xf {{x}}`, `tar --use-compress-program=bash -tf {{x}}`, `tar -xf {{x}} --to-command={{y}}`, `tar --checkpoint=1 --checkpoint-action=exec=sh -xf {{x}}`, `tar --checkpoint-action=exec={{x}} -cf a.tar b`, `tar xIf sh {{x}}`, `tar -xzIsh -f {{x}}`, `tar --rsh-command={{x}} -xf a:b`, `bsdtar --use-compress-program python3 -xf {{x}}`,
		`printf '%s\n' {{x}} | setarch x86_64`, `printf '%s\n' {{x}} | setarch x86_64 -R`, `printf '%s\n' {{x}} | linux64`, `printf '%s\n' {{x}} | x86_64`, `printf '%s\n' {{x}} | unshare -r`, `printf '%s\n' {{x}} | nsenter`, `printf '%s\n' {{x}} | nsenter -t 1`, `printf '%s\n' {{x}} | fakeroot`, `chroot d <<< {{x}}`, `firejail <<< {{x}}`, `sg video <<< {{x}}`, `newgrp <<< {{x}}`, `login <<< {{x}}`, `capsh -- <<< {{x}}`, `echo {{x}} > a.txt; setarch x86_64 < a.txt`,
		`printf '%s\n' {{x}} | npm exec`, `npm exec <<< {{x}}`, `npm x -- <<< {{x}}`, `pnpm exec <<< {{x}}`, `printf '%s\n' {{x}} | npx`, `npx -y <<< {{x}}`, `npm explore a <<< {{x}}`, `poetry shell <<< {{x}}`, `pipenv shell <<< {{x}}`, `nix develop <<< {{x}}`, `django-admin shell <<< {{x}}`, `uv run - <<< {{x}}`, `uv run --script - <<< {{x}}`, `docker run -i python:3 - <<< {{x}}`, `openssl <<< {{x}}`, `gcloud compute ssh h <<< {{x}}`, `terraform console <<< {{x}}`, `pip install -r /dev/stdin <<< {{x}}`, `printf '%s' {{x}} | gcc @/dev/stdin`, `find {{x}} -exec split --filter=sh {} \;`, `docker exec -i box split --filter=sh <<< {{x}}`, `zip -T -TT 'sh -c' a {{x}}`, `zip -TT {{x}} a b`, `unheardof console <<< {{x}}`,
		`printf '%s\n' {{x}} | gdbtui -q`, `printf '%s\n' {{x}} | screen`, `rsync --rsh=sh -a {{x}} d`, `rsync -e {{x}} a d`, `sort --compress-program=sh {{x}}`, `sort --compress-prog={{x}} a`, `unheardof --diff-program=sh {{x}}`, `unheardof --post-command='sh -s' {{x}}`, `unheardof --build-command={{x}}`, `unheardof --askpass-program {{x}}`,
	}, []string{
		`printf '%s\n' {{x}} | split -l 10 - part`, `split --filter='gzip -c' - part <<< {{x}}`, `split --filter='gzip > $FILE.gz' {{x}}`, `tar -I zstd -xf {{x}}`, `tar --use-compress-program='zstd -T0' -cf a.tar {{x}}`, `tar --use-compress-program=pigz -xf {{x}}`, `tar -cf a.tar -I 'gzip -9' -- {{x}}`, `tar --to-command='bash scripts/a.sh' -xf {{x}}`, `sort --compress-program=gzip -- {{x}}`,
		`printf '%s\n' {{x}} | setarch x86_64 grep y`, `nsenter -t 1 cat {{x}}`, `npx vitest run {{x}}`, `npm exec vitest {{x}}`, `env | grep {{x}}`, `nice grep {{x}} a`, `cat {{x}} | sort | uniq -c | head`, `jq -r .a <<< {{x}}`, `printf '%s\n' {{x}} | bash scripts/a.sh`, `printf '%s' {{x}} | python3 tools/a.py`, `printf '%s' {{x}} | wc -c`, `printf '%s' {{x}} | ./tool`, `printf '%s' {{x}} | gofmt`, `printf '%s' {{x}} | unheardof`,
		`shellcheck --shell=bash {{x}}`, `pnpm --filter=node run build {{x}}`, `rg --type=py {{x}}`, `docker ps --filter name={{x}}`, `docker ps --filter={{x}}`, `git log --grep={{x}}`, `rsync -a {{x}} d`, `ssh-keygen -f {{x}}`, `install -m 644 {{x}} {{y}}`, `diff3 {{x}} b c`, `unheardof --language=python {{x}}`,
	})
}

// What a script has written with a value is a value where it is read as words.
func TestOptionsFromWrittenFiles(t *testing.T) {
	holdTemplates(t, []string{
		`printf '%s\n' {{x}} >opts.txt && tar $(cat opts.txt)`, `printf '%s\n' {{x}} >opts.txt && tar cf o.tar $(<opts.txt) data.txt`, `printf '%s\n' {{x}} >opts.txt; find . $(cat opts.txt)`, `printf '%s\n' {{x}} >opts.txt; sort $(cat opts.txt) data.txt`, `printf '%s\n' {{x}} >opts.txt; sort "$(cat opts.txt)" data.txt`, `cp -- {{x}} opts.txt && find . $(cat opts.txt)`, `cat {{x}} >opts.txt; find . $(head -n 1 opts.txt)`, `tee opts.txt <<< {{x}}; find . $(cat ./opts.txt)`,
		`printf '%s\n' {{x}} >opts.txt; for o in $(cat opts.txt); do sort $o data.txt; done`, `printf '%s\n' {{x}} >opts.txt; o=$(cat opts.txt); sort $o data.txt`, `printf '%s\n' {{x}} >opts.txt; o=$(tr a b <opts.txt); sort "$o" data.txt`, `printf '%s\n' {{x}} >opts.txt; unheardof $(cat opts.txt)`, `printf '%s\n' {{x}} >opts.txt; cat $(cat opts.txt)`, `printf '%s\n' {{x}} >opts.txt; tar cf o.tar $(cat *.txt)`, `printf '%s\n' {{x}} >opts.txt; f=opts.txt; tar cf o.tar $(cat "$f")`, `printf '%s\n' {{x}} >opts.txt; A=$(cat opts.txt) make`,
		`printf '%s\n' {{x}} >o.txt; a=($(cat o.txt)); tar "${a[@]}"`, `printf '%s\n' {{x}} >deps.txt; pip install -r deps.txt`, `printf '%s\n' {{x}} >d.txt; python3 -m pip install -rd.txt`, `printf '%s\n' {{x}} >c.txt; pytest -c c.txt`, `printf '%s\n' {{x}} >c.txt; eslint --config=c.txt .`, `printf '%s\n' {{x}} >d.txt; docker build -f d.txt .`, `printf '%s\n' {{x}} | tee o.txt; npm exec < o.txt`, `printf %s {{x}} > o.txt; nsenter < o.txt`,
		`printf '%s\n' {{x}} >opts.txt; mv opts.txt b.txt; tar $(cat b.txt)`, `printf '%s\n' {{x}} >opts.txt; sort opts.txt -o b.txt; tar $(cat b.txt)`, `printf '%s\n' {{x}} | split - part; tar $(cat partaa)`, `tar xzf {{x}} && docker build -t a:$(cat VERSION) .`, `git checkout {{x}} && docker build -t a:$(cat VERSION) .`, `tar xzf {{x}} | tar cf o.tar $(cat VERSION)`, `for i in 1 2; do tar cf o.tar $(cat VERSION); tar xzf {{x}}; done`, `tar xzf {{x}} & tar cf o.tar $(cat VERSION)`, `curl -o a.txt {{x}}; tar $(cat a.txt)`, `printf '%s\n' {{x}} >opts.txt; git log "$(cat opts.txt)"`, `printf '%s\n' {{x}} >opts.txt; tar c $(echo $(cat opts.txt))`,
		`tar xzf {{x}}; tar cf o.tar $(ls)`, `touch {{x}}; tar cf o.tar $(ls)`, `mkdir -p {{x}}; tar cf o.tar $(find . -type d)`, `touch {{x}}; tar cf o.tar $(echo *)`, `printf '%s\n' {{x}} >opts.txt && gcc @opts.txt`, `printf '%s\n' {{x}} >opts.txt && cc a.c @opts.txt -o a.out`, `cp -- {{x}} opts.rsp && gcc -c a.c @opts.rsp`, `printf '%s\n' {{x}} >opts.txt; pytest @opts.txt`, `printf '%s\n' {{x}} >opts.txt; javac @opts.txt`, `printf '%s\n' {{x}} >opts.txt; tar cf b.tar --files-from=opts.txt`, `printf '%s\n' {{x}} >opts.txt; curl -Kopts.txt`, `printf '%s\n' {{x}} >opts.txt; env $(cat opts.txt) make`,
	}, []string{
		`printf '%s\n' {{x}} >out.txt; echo "lines: $(cat out.txt)"`, `printf '%s\n' {{x}} >out.txt; printf '%s\n' "$(cat out.txt)"`, `printf '%s\n' {{x}} >out.txt; n=$(wc -l <out.txt); echo "$n"`, `printf '%s\n' {{x}} >out.txt; [ "$(cat out.txt)" = y ] && echo same`, `printf '%s\n' {{x}} >out.txt; git commit -m "release $(date +%F)" -- out.txt`, `printf '%s\n' {{x}} >out.txt; cp out.txt "log-$(date +%s).txt"`, `printf '%s\n' {{x}} >out.txt; tar cf a.tar $(cat list.txt)`, `printf '%s\n' {{x}} >out.txt; cat -- "$(cat out.txt)"`,
		`git checkout {{x}} && echo "$(cat VERSION)"`, `git checkout {{x}} && git log -1 && echo "$(git rev-parse --short HEAD)"`, `curl -fsS {{x}} > page.html; echo "$(wc -c < page.html)"`, `bash scripts/a.sh {{x}}; tar cf a.tar $(cat list.txt)`, `echo {{x}} > m.txt; kubectl apply -f m.txt`, `kubectl apply -f - <<< {{x}}`, `date > a.txt; tar cf o.tar $(cat a.txt); grep {{x}} b`, `aws s3 ls $(cat bucket.txt) --profile {{x}}`, `v=$(cat VERSION); docker build --build-arg A={{x}} -t "a:$v" .`, `echo {{x}} > note.txt; pip install -r requirements-dev.txt`, `echo {{x}} > msg.txt; git commit -F msg.txt`, `echo {{x}} | openssl dgst -sha256`, `v=$(cat VERSION); echo {{x}} > "notes-1.txt"; echo "$v"`, `for f in $(git ls-files); do grep {{x}} "$f"; done`, `touch {{x}}; tar cf o.tar $(cat list.txt)`, `mkdir -p {{x}}; git log -1 "$(git rev-parse HEAD)"`, `grep -l {{x}} a > out.txt; wc -l "$(pwd)/out.txt"`,
	})
}

// A program is known by the names under which systems install it.
func TestProgramsByOtherNames(t *testing.T) {
	holdTemplates(t, []string{
		`perl5.36-x86_64-linux-gnu -ne 'print' {{x}}`, `/usr/bin/perl5.36-x86_64-linux-gnu -pe 's/a/b/' {{x}}`, `perl5.36.0 -ne print {{x}}`, `python3.11-dbg -c {{x}}`, `python3-dbg -c {{x}}`, `ruby3.1 -e {{x}}`, `php8.2 -r {{x}}`, `lua5.4 -e {{x}}`, `tclsh8.6 <<< {{x}}`, `node-20 -e {{x}}`, `nodejs18 -e {{x}}`, `bash5 -c {{x}}`, `ksh93 -c {{x}}`, `bash-static -c {{x}}`, `zsh5 <<< {{x}}`, `yash -c {{x}}`, `sh.distrib -c {{x}}`, `pypy3.9 -c {{x}}`,
		`vim.basic -es -S {{x}} -c q data.txt`, `vim.tiny -c {{x}}`, `vim.gtk3 -S {{x}}`, `gvim.gtk3-py3 -S {{x}}`, `rvim -es -S {{x}}`, `rview -S {{x}}`, `editor -S {{x}}`, `sensible-editor -S {{x}}`, `vimtutor {{x}}`, `eview -S {{x}}`, `nano {{x}}`, `emacs-nox --eval {{x}}`, `emacsclient -e {{x}}`, `nvimdiff {{x}}`, `pager {{x}}`, `sensible-pager {{x}}`,
		`convert-im6.q16 {{x}} a.png`, `mogrify-im6.q16 {{x}}`, `identify-im7.q16hdri {{x}}`, `convert-im6 {{x}} a`, `gdb-multiarch -batch -ex {{x}}`, `gdbtui -ex {{x}}`, `aarch64-linux-gnu-gdb -x {{x}}`, `original-awk {{x}} a`, `original-awk -f {{x}} a`, `nc.openbsd -e {{x}}`, `nc.traditional -e {{x}}`, `mail.mailutils {{x}}`, `bsd-mailx {{x}}`, `sqlite3.40 a.db {{x}}`, `psql-15 -c {{x}}`, `make-4.3 {{x}}`,
		`xargs -n1 perl5.36-x86_64-linux-gnu -ne print {{x}}`, `unheardof perl5.36-x86_64-linux-gnu -ne print {{x}}`, `git-2.40 bisect run {{x}}`, `tar.real --to-command={{x}} -xf a`,
	}, []string{
		`python3.11 tools/a.py {{x}}`, `perl5.36-x86_64-linux-gnu tools/a.pl {{x}}`, `ruby3.1 tools/a.rb {{x}}`, `gcc-12 -c {{x}}`, `x86_64-linux-gnu-gcc -c {{x}}`, `python3-config --includes {{x}}`, `node-gyp rebuild {{x}}`, `php-cs-fixer fix {{x}}`, `git-lfs track {{x}}`, `task-notes {{x}}`, `make-dir {{x}}`, `./python.sh {{x}}`, `./vim.basic.sh {{x}}`, `sort-imports {{x}}`, `gawk '{ print }' {{x}}`, `mawk 1 {{x}}`, `original-awk '{ print }' {{x}}`,
	})
}

// A program that lies under another name on this machine is what its link leads to.
func TestLinkedProgramsAreWhatTheyLeadTo(t *testing.T) {
	folder := t.TempDir()
	for name, to := range map[string]string{"quokka": "python3.11", "wombat": "setarch", "numbat": "cat"} {
		if err := os.WriteFile(filepath.Join(folder, to), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			if runtime.GOOS == "windows" {
				t.Skip("no links here:", err)
			}
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	holdTemplates(t, []string{`quokka -c {{x}}`, `printf '%s' {{x}} | wombat`, `wombat {{x}}`, `printf '%s' {{x}} | s390x`, `wombat sh -c {{x}}`, `printf '%s' {{x}} | quokka`, filepath.ToSlash(folder) + `/quokka -c {{x}}`}, []string{`quokka tools/a.py {{x}}`, `numbat {{x}}`, `wombat grep {{x}} a`, `wallaby {{x}}`})
}

// Options that name a program, or a library, take no value.
func TestOptionsThatNamePrograms(t *testing.T) {
	holdTemplates(t, []string{
		`install -s --strip-program={{x}} data.txt out`, `install -s --strip-program {{x}} data.txt out`, `install -s --strip-prog={{x}} data.txt out`, `install -s --strip-program=sh {{x}} out`, `diff3 --diff-program={{x}} a b c`, `diff3 -m --diff-program {{x}} a b c`, `sdiff --diff-program={{x}} a b`, `sdiff -s --diff-program {{x}} a b`, `sdiff --diff-program="{{x}}" a b`,
		`ssh-keygen -D {{x}}`, `ssh-keygen -D{{x}}`, `ssh-keygen -w {{x}} -t ed25519`, `ssh-add -s {{x}}`, `ssh-add -S {{x}}`, `gpg --agent-program {{x}}`, `rg --pre {{x}} a`, `rg --pre={{x}} a`, `ack --pager={{x}} a`, `tcpdump -z {{x}} -w a`, `logsave out.log {{x}}`,
		`ssh-agent {{x}}`, `ssh-agent {{a}}`, `ssh-agent -t 5 {{a}}`, `ssh-agent {{x}} data.txt`, `ssh-agent sh -c {{x}}`, `choom -n 100 {{x}}`, `choom -n 100 -- {{a}}`, `choom --adjust 100 {{x}} file`, `chronic {{x}}`, `eatmydata {{x}}`, `systemd-cat {{x}}`, `systemd-inhibit {{x}}`, `tini -- {{x}}`, `dumb-init {{x}}`, `torsocks {{x}}`, `faketime now {{x}}`, `cpulimit -l 5 {{x}}`, `gdbserver :1 {{x}}`, `rr record {{x}}`, `bear -- {{x}}`, `ccache {{x}}`, `daemonize {{x}}`, `setlock l {{x}}`, `chpst -u a {{x}}`, `runcon t {{x}}`, `systemd-socket-activate -l 1 {{x}}`, `pidproxy p {{x}}`, `op run -- {{x}}`, `doppler run -- {{x}}`, `dotenv run {{x}}`, `aws-vault exec p -- {{x}}`, `chamber exec s -- {{x}}`, `unheardof exec p -- {{x}}`, `watchexec {{x}}`,
	}, []string{
		`ssh-agent bash scripts/a.sh {{x}}`, `choom -n 100 -- grep {{x}} a`, `systemd-cat -t a grep {{x}} b`, `chronic grep {{x}} a`, `eatmydata cp {{x}} {{y}}`, `install -D {{x}} out/a`, `diff3 -m {{x}} b c`, `sdiff -s {{x}} b`, `ssh-keygen -lf {{x}}`, `ccache gcc -c {{x}}`, `op run -- grep {{x}} a`, `aws-vault exec p -- aws s3 ls {{x}}`, `bear -- bash scripts/a.sh {{x}}`, `unheardof -- {{x}}`, `vitest run -- {{x}}`, `ssh-keygen -t ed25519 -C {{x}} -f key`,
	})
}

// A subcommand is no program, though one is called so; and a message names what there is.
func TestWhatIsToldOfCommands(t *testing.T) {
	holdTemplates(t, []string{
		`unheardof view {{x}}`, `unheardof run make {{x}}`, `unheardof exec -- less {{x}}`, `unheardof box vim {{x}}`, `unheardof run view {{x}}`,
	}, []string{`glab mr view {{x}}`, `glab ci view {{x}}`, `jira issue view {{x}}`, `tea pulls view {{x}}`, `aws s3 mail {{x}}`})
	_, err := Parse(`cp -- {{x}} opts.json && gcc -c a.c opts.json`, params())
	if err == nil || strings.Contains(err.Error(), "make") || strings.HasPrefix(err.Error(), "-- ") || !strings.Contains(err.Error(), "gcc") {
		t.Errorf("it is told %v", err)
	}
	_, err = Parse(`cp -- {{x}} opts.rsp && gcc -c a.c @opts.rsp`, params())
	if err == nil || strings.Contains(err.Error(), "make") || strings.Contains(err.Error(), "-- is written") {
		t.Errorf("it is told %v", err)
	}
}
