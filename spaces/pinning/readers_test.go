package pinning_test

import (
	"testing"

	"handrail/spaces/pinning"
)

// Files of the space that programs read as code, though nothing calls them a script.
func TestTextThatIsReadAsCode(t *testing.T) {
	for _, command := range []string{
		"sqlite3 -bail :memory: <plan", "sqlite3 -init plan :memory: .exit </dev/null", "sqlite3 :memory: <plan", "sqlite3 :memory: '.read plan'", "cat plan | sqlite3 :memory:", "psql -f plan", "psql --file=plan", "psql <plan", "mysql db <plan", "duckdb -init plan",
		"vim -es -u NONE -S plan", "vim -es -u plan", "vim -S plan", "vim -Splan", "vim -es -s plan x", "vim.basic -es -S plan", "rvim -S plan", "nvim -u plan", "ex -s x <plan", "vim -es -c 'source plan' -c q", "vim -es '+so plan'", "nvim -l plan",
		"gdb -q -batch -x plan </dev/null", "gdb -batch --command=plan", "gdb -batch -ix plan", "gdb -batch <plan", "gdb -batch -ex 'source plan'", "gdb-multiarch -x plan", "lldb -s plan", "lldb --source plan", "ed -s /dev/null <plan", "ed -s data.txt < ./plan", "cat plan | ed -s x",
		"split --filter=sh plan", "split --filter='bash -s' plan", "split --filter sh plan", "split --filt=sh plan", "tar --to-command='sh plan' -xf a.tar", "tar -I 'sh plan' -xf a.tar", "tar --to-command=sh -xf a.tar", "sort --compress-program=./plan x", "rsync -e 'sh plan' -a x y", "rsync --rsh='sh plan' -a x y", "diff3 --diff-program=./plan a b c", "install -s --strip-program=./plan a b",
		"gcc @plan -E -x c /dev/null", "gcc a.c @./plan", "x86_64-linux-gnu-gcc-12 @plan", "ld @plan", "javac @plan", "gcc -wrapper ./plan a.c", "gcc -fplugin=./plan a.c", "gcc -specs=plan a.c", "curl -K plan", "curl --config plan",
		"bc plan", "bc <plan", "dc -f plan", "m4 plan", "gnuplot plan", "octave plan", "R -f plan", "R --file=plan", "Rscript plan", "emacs --batch -l plan", "emacs --script plan", "guile plan", "guile -s plan", "sbcl --script plan", "sbcl --load plan", "groovy plan", "ghci -ghci-script plan", "runghc plan", "scala plan", "pwsh -File plan", "elixir plan", "swift plan", "irb plan", "iex plan", "ipython plan",
		"perl5.36-x86_64-linux-gnu plan", "python3.11-dbg plan", "ssh-agent sh plan", "ssh-agent bash <plan", "choom -n 5 -- sh plan", "setarch x86_64 sh plan", "setarch x86_64 <plan", "cat plan | unshare -r", "npx <plan", "at now <plan", "at -f plan now", "crontab plan", "sftp -b plan host", "lftp -f plan", "nft -f plan", "expect -f plan", "parallel <plan", "parallel -a plan", "ssh -F plan host", "ssh -o ProxyCommand='sh plan' host", "screen -c plan", "tmux -f plan new -d", "tmux source-file plan", "less -k plan", "ctags --options=plan", "wget --config=plan x", "openssl <plan", "pdflatex plan", "gs plan", "nginx -c /space/plan", "logrotate plan", "nix eval -f plan", "ghc plan", "sml plan", "mlr -n put -f plan x", "yq --from-file plan x", "docker build -f plan .", "gpg --options plan", "emacsclient -e '(load \"plan\")'",
		"ed -s x <<< '!sh plan'", "sqlite3 x.db \"$(cat plan)\"", "cat plan | xargs -I{} sh -c {}", "xargs -a plan -d '\\n' -I% sh -c %", "xargs sh -c <plan", "xargs -n1 bash -c <plan",
	} {
		if found := read(command); len(found) == 0 {
			t.Errorf("%s: nothing is found", command)
		}
	}
	for _, command := range []string{
		"sqlite3 x.db 'select 1'", "sqlite3 x.db <<< 'select 1;'", "echo 'select 1;' | sqlite3 x.db", "psql -c 'select 1'", "psql -f /usr/share/a.sql", "vim -es -u NONE -c q x", "vim -es -c '%s/a/b/' -c wq notes.txt", "ed -s notes.txt <<< w", "gdb -batch -ex run ./tool", "gdb -batch -ex bt /usr/bin/true", "split -l 10 plan", "split --filter='gzip -c' plan", "tar -I zstd -xf a.tar", "tar xzf a.tar -C d", "tar --use-compress-program='pigz -p 2' -cf a b", "rsync -e ssh -a x y", "sort -S 1k x", "gcc -c a.c", "gcc -O2 -o a a.c", "javac A.java", "curl -sS https://example.com/",
		"echo 1+1 | bc", "ls | xargs -n1 wc -l", "ls | xargs -n1 sh -c 'echo x'", "echo x | openssl dgst", "sqlite3 x.db \"select '$X'\"", "docker build .", "ssh -o BatchMode=yes host uptime", "bc <<< 1+1", "less notes.txt", "man ls", "cat notes.txt | less", "convert a.png b.jpg", "ssh host uptime", "scp a host:b", "mail -s x kim <notes.txt", "nc -z host 80", "sqlite3 -init /dev/null x.db .tables", "emacs --batch --version", "vim --version", "crontab -l", "screen -ls", "tmux ls", "identify a.png", "gs -v",
	} {
		if found := read(command); len(found) > 0 {
			t.Errorf("%s: %v", command, found)
		}
	}
	r := pinning.New("/space", "/home/kim")
	for _, text := range []string{`echo "$a + $b" | bc`, `sqlite3 "$db" "select 1"`, `printf '%s' "$x" | sqlite3 x.db`, `ssh "$host" uptime`, `vim "$1"`, `psql "$url" -c "select 1"`, `ed -s "$1" <<< w`, `less "$1"`, `git diff | less`, `mail -s a b <"$1"`, `gcc -c "$1"`, `convert "$1" "$2"`} {
		if found := r.Script(text); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}
