package guard

import (
	"os"
	"path/filepath"
	"testing"

	"handrail/tools"
)

// Behind walls /tmp is the space's own, or closed: nothing in it is the person's, and deleting there asks nothing. All of it, and a way
// out of it, stay denied; what is there beside something else, or may be elsewhere, asks as that.
func TestTheRoomsOwnTemporaryFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, temp := filepath.Join(dir, "space"), filepath.Join(dir, "temp")
	for _, d := range []string{root + "/src", root + "/x", temp + "/x/in", temp + "/y"} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": root, "x/deep": root + "/src", "round": "/tmp/x", "back": "x", "host": temp + "/y", "up": "..", "climb": "x/../../etc", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(temp, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(temp+"/file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	guards := func(walls func() string) *Guard {
		return New(Config{Roots: func() []string { return []string{root, temp} }, Temp: temp, Home: "/home/kim", Walls: walls})
	}
	open, walled := guards(nil), guards(standing)
	for command, want := range map[string]Outcome{
		"rm -rf /tmp/x": Allow, "rm -rf /tmp/x/*": Allow, "rm -r /tmp/x": Allow, "cd /tmp/x && rm -rf y": Allow, "find /tmp/x -delete": Allow, "rm -rf /tmp": Deny,
		"rm -rf /tmp/x src": Ask, "rm -r /tmp/x src": Ask, "rm -rf /tmp/$x": Deny, "rm -rf /tmp/*": Deny, "rm -rf /tmp/x /": Deny, "rm -rf /var/tmp/x": Deny, "rm -rf /tmp/../etc": Deny, "rm -rf /tmpx": Deny,
		"rm -rf \"/tmp/a$x\"": Ask, "rm -rf /tmp/a${x}b": Ask, "rm -rf /tmp/..$x": Deny, "rm -rf /tmp/new": Allow, "rm -rf /tmp/new*": Allow,
		// links in it
		"rm -rf /tmp/link": Allow, "rm -rf /tmp/link/src": Ask, "rm -rf /tmp/link/*": Deny, "rm -rf /tmp/link/": Deny, "cd /tmp/link && rm -rf src": Ask, "rm -r /tmp/link/src": Ask, "find /tmp/link/ -delete": Deny,
		"find /tmp/link/src -delete": Ask, "find -L /tmp/x -delete": Ask, "find /tmp/x -follow -delete": Ask, "rm -rf /tmp/x/deep/a": Ask, "rm -rf /tmp/x/deep": Allow, "rm -rf /tmp/*/src": Ask, "rm -rf /tmp/l*/src": Ask,
		"rm -rf /tmp/round/in": Allow, "rm -rf /tmp/back/in": Allow, "rm -rf /tmp/host/in": Allow, "rm -rf /tmp/back/deep/a": Ask, "rm -rf /tmp/up/etc": Deny, "rm -rf /tmp/climb/x": Deny, "rm -rf /tmp/loop/x": Ask,
		"rm -rf /tmp/link/../space/src": Ask, "rm -rf /tmp/x/../y/z": Allow, "rsync -a --delete a/ /tmp/link": Deny, "rsync -a --delete a/ /tmp/y": Allow, "shred -u /tmp/x/deep": Ask, "git -C /tmp/link clean -fd": Ask, "git -C /tmp/x clean -fd": Allow,
		"git -C /tmp/x --work-tree=" + root + " clean -fd": Ask, "export GIT_WORK_TREE=" + root + "; cd /tmp/x && git clean -fd": Ask, "cd /tmp/file; rm -rf src": Ask, "rm -rf /tmp/file/x": Ask,
		"rm -rf " + temp + "/x/in": Allow, "rm -rf " + temp + "/link/src": Ask, "rm -rf " + temp: Deny, "cd " + temp + "/x && rm -rf in": Allow,
		// what is not there yet
		"cd /tmp/new; rm -rf src": Ask, "rm -rf /tmp/new/src": Ask, "mkdir -p /tmp/new && cd /tmp/new && rm -rf src": Allow, "mkdir -p /tmp/new/a && rm -rf /tmp/new/a/b": Allow,
		"git clone https://x.example/r.git /tmp/r && rm -rf /tmp/r/.git": Allow, "cd /tmp && git clone https://x.example/r.git && rm -rf r/.git": Allow, "git clone https://x.example/r /tmp/r && rm -rf /tmp/r/docs/x": Ask,
		"cp -r src /tmp/copy && rm -rf /tmp/copy/a": Allow, "cp -r /tmp/link /tmp/copy && rm -rf /tmp/copy/src": Ask, "cp -r $x /tmp/copy && rm -rf /tmp/copy/src": Ask,
		"ln -s $PWD /tmp/new; rm -rf /tmp/new/src": Ask, "ln -s $PWD /tmp/new && rm -rf /tmp/new": Allow, "mkdir /tmp/new; rmdir /tmp/new; ln -s . /tmp/new; rm -rf /tmp/new/src": Ask,
		"rm -rf /tmp/x; ln -s $PWD /tmp/x; rm -rf /tmp/x/src": Ask, "rm -rf /tmp/x; mv /tmp/link /tmp/x; rm -rf /tmp/x/src": Ask, "ln -s a b; rm -rf /tmp/x/in": Allow, "ln -s . \"$d\"; rm -rf /tmp/x/in": Ask,
		"rm -rf /tmp/x && mkdir /tmp/x && rm -rf /tmp/x/in": Allow,
		// a database there
		"sqlite3 /tmp/t.db 'DROP TABLE IF EXISTS t; CREATE TABLE t(a)'": Allow, "sqlite3 -header -json /tmp/t.db 'delete from t'": Allow, "sqlite3 /tmp/t.db <<'X'\ndrop table t;\nX": Allow, "d=$(mktemp -d); sqlite3 \"$d/a.db\" 'drop table t'": Allow,
		"sqlite3 app.db 'drop table t'": Deny, "sqlite3 /tmp/t.db \"attach 'app.db' as a; drop table a.t\"": Deny, "sqlite3 /tmp/t.db <<'X'\n.open app.db\ndrop table t;\nX": Deny, "sqlite3 /tmp/t.db '.open app.db' 'drop table t'": Deny, "sqlite3 -cmd '.open app.db' /tmp/t.db 'drop table t'": Deny,
		"ln -s \"$PWD/app.db\" /tmp/l.db; sqlite3 /tmp/l.db 'drop table t'": Deny, "cp -s \"$PWD/app.db\" /tmp/l.db; sqlite3 /tmp/l.db 'drop table t'": Deny, "sqlite3 /tmp/t.db 'drop table t'; sqlite3 app.db 'drop table t'": Deny,
		// named by the shell's number
		"D=/tmp/build-$$; mkdir -p $D; cp a $D; rm -rf $D": Allow, "rm -rf /tmp/x.$$": Allow, "d=\"/tmp/x-${$}\"; mkdir $d; cd $d && ls; rm -rf \"$d/sub\"": Allow, "trap 'rm -rf /tmp/x.$$' EXIT; ls": Allow,
		"rm -rf /tmp/x-$$/sub": Ask, "rm -rf src-$$": Ask, "rm -rf /tmp/../src$$": Deny, "d=/tmp/x-$$; rm -rf $d$x": Ask, "d=/tmp/x-$$; rm -rf \"$d/$x\"": Ask, "ln -s . /tmp/x-$$; rm -rf /tmp/x-$$/src": Ask, "rm -rf /tmp/$$/../../src": Deny, "mkdir /tmp/$$; rm -r /tmp/$$": Allow, "rm -rf /$$": Deny,
		"d=/tmp/x-$$; d=src; rm -rf $d": Ask, "d=/tmp/x-$$; mkdir $d; ln -s \"$PWD\" $d/l; rm -rf $d/l/src": Ask,
		// what mktemp makes
		"d=$(mktemp -d); rm -rf \"$d\"": Allow, "d=$(mktemp -d) || exit 1; touch \"$d/a\"; rm -rf $d": Allow, "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; ls": Allow, "rm -rf \"$(mktemp -d)/sub\"": Allow,
		"d=`mktemp -d /tmp/a.XXXXXX`; rm -r \"$d/sub\"": Allow, "d=$(mktemp -d -t a.XXX); rm -rf \"${d}\"": Allow, "f() { local d; d=$(mktemp -d); rm -rf \"$d\"; }; f": Allow,
		"d=$(mktemp -d); rm -rf \"$d\"/*": Ask, "d=$(mktemp -d); rm -rf \"$d$x\"": Ask, "d=$(mktemp -d); rm -rf \"$d/$x\"": Ask, "d=$(mktemp -d); cd \"$d\"; rm -rf src": Ask, "d=$(mktemp -d -p .); rm -rf \"$d\"": Ask, "d=$(mktemp -d x.XXX); rm -rf \"$d\"": Ask, "TMPDIR=.; d=$(mktemp -d); rm -rf \"$d\"": Ask,
		"export TMPDIR=.; d=$(mktemp -d); rm -rf $d": Ask, "mktemp() { echo src; }; d=$(mktemp -d); rm -rf $d": Ask, "d=$(mktemp -d); d=src; rm -rf $d": Ask, "d=$(mktemp -d); ln -sfn . \"$d/l\"; rm -rf \"$d/l/src\"": Ask,
		"d=$(mktemp -d); read d; rm -rf \"$d\"": Ask, "d=src; [ -n \"$1\" ] && d=$(mktemp -d); rm -rf \"$d\"": Ask, "d=$(mktemp -d)/../..; rm -rf $d/etc": Deny,
		// TMPDIR, which is this folder
		"rm -rf \"$TMPDIR/x\"": Allow, "rm -rf \"${TMPDIR}/x/in\"": Allow, "rm -rf \"$TMPDIR\"/x": Allow, "rm -rf \"${TMPDIR:-/tmp}/x\"": Allow, "rm -r \"$TMPDIR/x\"": Allow, "mkdir -p \"$TMPDIR/new\" && rm -rf \"$TMPDIR/new/a\"": Allow,
		"d=\"$TMPDIR/x\"; rm -rf \"$d\"": Allow, "find \"$TMPDIR/x\" -delete": Allow, "trap 'rm -rf \"$TMPDIR/x\"' EXIT": Ask, "sh -c 'rm -rf \"$TMPDIR/x\"'": Ask, "rm -rf \"$TMPDIR\"/x/*": Allow, "rm -rf \"$TMPDIR\"/new*": Allow, "rm -rf \"$TMPDIR\"/": Deny, "rm -rf $TMPDIR/x": Ask,
		"rm -rf \"$TMPDIR/new/src\"": Ask, "rm -rf \"$TMPDIR/link/src\"": Ask, "rm -rf \"$TMPDIR\"": Deny, "rm -rf \"$TMPDIR\"/*": Deny, "rm -rf \"$TMPDIR/$x\"": Deny, "rm -rf \"$TMPDIR/../../etc\"": Deny, "rm -rf \"$TMPDIR/x\" src": Ask,
		"TMPDIR=.; rm -rf \"$TMPDIR/src\"": Ask, "export TMPDIR=\"$x\"; rm -rf \"$TMPDIR/x\"": Ask, "read -r TMPDIR; rm -rf \"$TMPDIR/x\"": Ask, "unset TMPDIR; rm -rf \"$TMPDIR/x\"": Ask, "TMPDIR=. sh -c 'rm -rf \"$TMPDIR/src\"'": Ask,
		"env TMPDIR=. sh -c 'rm -rf \"$TMPDIR/src\"'": Ask, "env -i sh -c 'rm -rf \"$TMPDIR/x\"'": Ask, "env -u TMPDIR sh -c 'rm -rf \"$TMPDIR/x\"'": Ask, "for TMPDIR in . src; do rm -rf \"$TMPDIR/x\"; done": Ask, "printf -v TMPDIR %s .; rm -rf \"$TMPDIR/x\"": Ask,
		"f() { local TMPDIR=.; rm -rf \"$TMPDIR/src\"; }; f": Ask, "declare TMPDIR=.; rm -rf \"$TMPDIR/src\"": Ask, "[ -n \"$1\" ] && TMPDIR=.; rm -rf \"$TMPDIR/src\"": Ask, "eval \"$x\"; rm -rf \"$TMPDIR/x\"": Ask, ". ./env.sh; rm -rf \"$TMPDIR/x\"": Ask, ": ${TMPDIR:=.}; rm -rf \"$TMPDIR/x\"": Ask,
		"rm -rf \"a$TMPDIR/x\"": Ask, "d=$TMPDIR; d+=/../x; rm -rf \"$d\"": Ask, "sudo sh -c 'rm -rf \"$TMPDIR/x\"'": Ask, "ssh h 'rm -rf \"$TMPDIR/x\"'": Ask, "TMPDIR[0]=.; rm -rf \"$TMPDIR/src\"": Ask, "declare -n r=TMPDIR; r=.; rm -rf \"$TMPDIR/src\"": Ask,
		"f() { rm -rf \"$TMPDIR/src\"; }; TMPDIR=. f": Ask, "while read -r TMPDIR; do rm -rf \"$TMPDIR/x\"; done": Ask, "((TMPDIR=1)); rm -rf \"$TMPDIR/x\"": Ask, "let TMPDIR=1; rm -rf \"$TMPDIR/x\"": Ask, "mapfile TMPDIR; rm -rf \"$TMPDIR/x\"": Ask,
		"for i in 1 2; do rm -rf \"$TMPDIR/src\"; TMPDIR=.; done": Ask, "while sleep 1; do rm -rf \"$TMPDIR/src\"; TMPDIR=.; done": Ask, "TMPDIR+=/..; rm -rf \"$TMPDIR/x\"": Ask, "export \"TMPDIR=$x\"; rm -rf \"$TMPDIR/x\"": Ask, "declare \"TMPDIR=.\"; rm -rf \"$TMPDIR/src\"": Ask,
		"getopts a TMPDIR; rm -rf \"$TMPDIR/x\"": Ask, "select TMPDIR in . src; do rm -rf \"$TMPDIR/x\"; done": Ask, "coproc TMPDIR { cat; }; rm -rf \"$TMPDIR/x\"": Ask, "wait -n -p TMPDIR; rm -rf \"$TMPDIR/x\"": Ask, "d=TMPDIR; read $d; rm -rf \"$TMPDIR/x\"": Ask, "d=TMPDIR; printf -v $d .; rm -rf \"$TMPDIR/x\"": Ask,
		"f() { local -n r=TMPDIR; r=.; }; f; rm -rf \"$TMPDIR/src\"": Ask, "f() { TMPDIR=.; }; f; rm -rf \"$TMPDIR/src\"": Ask, "exec 3< x {TMPDIR}< y; rm -rf \"$TMPDIR/x\"": Ask, "x=$((TMPDIR=1)); rm -rf \"$TMPDIR/x\"": Ask, "a[TMPDIR=1]=2; rm -rf \"$TMPDIR/x\"": Ask, "export $x; rm -rf \"$TMPDIR/x\"": Ask, "declare $x; rm -rf \"$TMPDIR/x\"": Ask, "readonly TMPDIR=.; rm -rf \"$TMPDIR/x\"": Ask, "rm -rf \"${TMPDIR:-src}/x\"": Ask, "f() { rm -rf \"$TMPDIR/src\"; }; f": Ask, "export $x=.; rm -rf \"$TMPDIR/x\"": Ask, "export \"$x\" y; rm -rf \"$TMPDIR/x\"": Ask, "rm -rf \"${TMPDIR:+src}/x\"": Ask, "rm -rf \"${TMPDIR%/*}/x\"": Ask, "rm -rf \"${#TMPDIR}/x\"": Ask, "rm -rf \"${!TMPDIR}/x\"": Ask,
		// rights
		"chmod -R u+w /tmp/x": Allow, "chmod -R u+w /tmp/link": Allow, "chmod -R 777 /tmp/up": Deny, "chmod -R u+w /tmp": Deny, "chmod -R u+w /etc": Deny,
	} {
		p := tools.Preview{Shell: command, Folder: root, Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "bash"}}}
		if got := walled.Judge(tools.Call{}, entry("bash", true), p); got.Outcome != want {
			t.Errorf("behind walls %s: %s by %s (%s), want %s", command, got.Outcome, got.By, got.Reason, want)
		}
		if got := open.Judge(tools.Call{}, entry("bash", true), p); got.Outcome == Allow {
			t.Errorf("without walls %s: %+v", command, got)
		}
	}
	p := tools.Preview{Shell: "rm -rf /tmp/x/in", Folder: root, Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "bash"}}}
	if got := New(Config{Roots: func() []string { return []string{root} }, Walls: standing}).Judge(tools.Call{}, entry("bash", true), p); got.Outcome != Ask {
		t.Errorf("where nobody knows what /tmp shows: %+v", got)
	}
}

// What a program plainly writes by a link in /tmp lies where the link leads.
func TestLinksInTheTemporaryFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, temp := filepath.Join(dir, "space"), filepath.Join(dir, "temp")
	for _, d := range []string{root, temp} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(root, temp+"/link"); err != nil {
		t.Fatal(err)
	}
	g := New(Config{Roots: func() []string { return []string{root, temp} }, Temp: temp, Walls: standing})
	for command, want := range map[string]string{"echo x > /tmp/link/AGENTS.md": "AGENTS.md", "cp a " + temp + "/link/agent/x.md": "agent/x.md", "echo x > /tmp/notes.md": ""} {
		if got := g.plants(tools.Call{}, tools.Entry{}, tools.Preview{Shell: command, Folder: root}); got != want {
			t.Errorf("%s plants %q, want %q", command, got, want)
		}
	}
}
