package guard

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/tools"
)

// judgeShell holds the built-in safety patterns of seed 1 against the parse of
// what a shell would read. Allow means only that none of them applies.
func (g *Guard) judgeShell(p tools.Preview) Verdict {
	if p.Shell == "" {
		return Verdict{Outcome: Allow}
	}
	s := readScript(p.Shell)
	worst := Verdict{Outcome: Allow}
	note := func(o Outcome, reason string) {
		if o == Deny && worst.Outcome != Deny || o == Ask && worst.Outcome == Allow {
			worst = Verdict{Outcome: o, By: "built-in rule", Reason: reason}
		}
	}
	if s.bomb || strings.Contains(strings.ReplaceAll(p.Shell, " ", ""), ":(){:|:&};:") {
		note(Deny, "it is a fork bomb")
	}
	for _, c := range s.commands {
		o, reason := g.judgeCommand(c, p.Folder)
		note(o, reason)
	}
	if reason := destroysData(s); reason != "" {
		note(Deny, reason)
	}
	for _, why := range s.unknown {
		if g.c.Walls() != "" {
			note(Ask, "what it runs cannot be told before: "+why)
		}
	}
	return worst
}

// judgeCommand judges one simple command.
func (g *Guard) judgeCommand(c command, folder string) (Outcome, string) {
	for _, w := range c.writes {
		if isDevice(w.text) {
			return Deny, "it writes to the device " + w.text
		}
	}
	if len(c.args) == 0 {
		return Allow, ""
	}
	name, args := c.name(), c.args[1:]
	switch {
	case name == "rm":
		return g.judgeRemoval(args, folder)
	case name == "find" && hasFlag(args, "-delete"):
		return g.removal([]word{{text: findStart(c), known: true}}, folder)
	case name == "git":
		return judgeGit(args)
	case strings.HasPrefix(name, "mkfs") || slices.Contains([]string{"wipefs", "fdisk", "sfdisk", "parted", "mkswap"}, name):
		return Deny, name + " overwrites a disk"
	case name == "dd" && slices.ContainsFunc(args, func(w word) bool {
		return isDevice(strings.TrimPrefix(w.text, "of=")) && strings.HasPrefix(w.text, "of=")
	}):
		return Deny, "dd writes to a device"
	case slices.Contains([]string{"shutdown", "poweroff", "reboot", "halt"}, name) || (name == "init" || name == "telinit") && len(args) > 0 && (args[0].text == "0" || args[0].text == "6"),
		name == "systemctl" && hasFlag(args, "poweroff", "reboot", "halt"):
		return Deny, "it powers the machine off"
	}
	return judgeSecrets(name, args)
}

// judgeRemoval judges rm: only a recursive and forced one is looked at.
func (g *Guard) judgeRemoval(args []word, folder string) (Outcome, string) {
	recursive, force := false, false
	var targets []word
	options := true
	for _, a := range args {
		switch {
		case options && a.text == "--":
			options = false
		case options && a.known && strings.HasPrefix(a.text, "--"):
			recursive = recursive || len(a.text) > 3 && strings.HasPrefix("--recursive", a.text)
			force = force || len(a.text) > 3 && strings.HasPrefix("--force", a.text)
		case options && a.known && strings.HasPrefix(a.text, "-") && len(a.text) > 1:
			recursive = recursive || strings.ContainsAny(a.text, "rR")
			force = force || strings.Contains(a.text, "f")
		default:
			targets = append(targets, a)
		}
	}
	if !recursive || !force {
		return Allow, ""
	}
	return g.removal(targets, folder)
}

// removal judges a recursive forced removal of the targets: of a root itself, a
// home or "/" and of anything outside the roots it is denied, else it asks.
func (g *Guard) removal(targets []word, folder string) (Outcome, string) {
	for _, t := range targets {
		path := g.expandHome(t.text)
		if !t.known && path == t.text {
			if !strings.HasPrefix(path, "/") {
				continue
			}
			path = path[:strings.LastIndexByte(path[:1+strings.IndexAny(path[1:]+"$", "$`")], '/')+1]
		}
		path = strings.TrimSuffix(path, "*")
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		path = filepath.Clean(path)
		if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(real, filepath.Base(path))
		}
		switch {
		case path == filepath.Dir(path), path == g.c.Home, filepath.Dir(path) == "/home", path == "/root":
			return Deny, "it deletes " + path + " with everything in it"
		case slices.ContainsFunc(g.c.Roots(), func(root string) bool { return within(path, root) }):
			return Deny, "it deletes a whole space: " + path
		case !g.inside(path):
			return Deny, "it deletes " + path + ", outside this space"
		}
	}
	return Ask, "it deletes folders with everything in them, without asking"
}

// expandHome resolves the ways a shell names the home folder.
func (g *Guard) expandHome(s string) string {
	for _, prefix := range []string{"~", "$HOME", "${HOME}"} {
		if s == prefix || strings.HasPrefix(s, prefix+"/") {
			return g.c.Home + s[len(prefix):]
		}
	}
	if strings.HasPrefix(s, "~") {
		return "/home/" + s[1:]
	}
	return s
}

// judgeGit judges git push.
func judgeGit(args []word) (Outcome, string) {
	i := 0
	for i < len(args) && strings.HasPrefix(args[i].text, "-") {
		if slices.Contains([]string{"-c", "-C", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"}, args[i].text) {
			i++
		}
		i++
	}
	if i >= len(args) || args[i].text != "push" {
		return Allow, ""
	}
	verdict, reason := Allow, ""
	for _, a := range args[i+1:] {
		t := a.text
		switch {
		case len(t) > 4 && strings.HasPrefix("--force", t), t == "--mirror", t == "--delete", t == "-d", t == "--prune",
			strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--") && strings.Contains(t, "f"),
			strings.HasPrefix(t, "+"), strings.HasPrefix(t, ":") && len(t) > 1:
			return Deny, "git push " + t + " overwrites or deletes what others have"
		case strings.HasPrefix(t, "--force-"):
			verdict, reason = Ask, "git push "+t+" may overwrite what others have"
		case !a.known && verdict == Allow:
			verdict, reason = Ask, "what git push is told cannot be known before"
		}
	}
	return verdict, reason
}

var (
	sqlDrop   = regexp.MustCompile(`(?is)\bdrop\s+(database|schema|table)\b|\btruncate\s+table\b`)
	sqlDelete = regexp.MustCompile(`(?is)\bdelete\s+from\b[^;]*`)
	sqlWhere  = regexp.MustCompile(`(?i)\bwhere\b`)
)

// destroysData looks for statements that drop or empty tables in a script that
// has a database client in it.
func destroysData(s script) string {
	client := ""
	for _, c := range s.commands {
		if slices.Contains([]string{"psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "duckdb", "clickhouse-client", "cockroach"}, c.name()) {
			client = c.name()
		}
		if c.name() == "dropdb" {
			return "dropdb deletes a database"
		}
	}
	if client == "" {
		return ""
	}
	for _, t := range s.texts {
		if m := sqlDrop.FindString(t); m != "" {
			return client + " is told to " + strings.ToLower(m)
		}
		for _, m := range sqlDelete.FindAllString(t, -1) {
			if !sqlWhere.MatchString(m) {
				return client + " is told to delete every row: there is no WHERE"
			}
		}
	}
	return ""
}

var secretName = regexp.MustCompile(`(?i)\$\{?\w*(PASSWORD|PASSWD|TOKEN|SECRET|API_?KEY|CREDENTIAL)`)

// judgeSecrets asks before secrets are printed or read.
func judgeSecrets(name string, args []word) (Outcome, string) {
	if (name == "env" || name == "printenv") && len(args) == 0 {
		return Ask, "it prints the whole environment, secrets among it"
	}
	for _, a := range args {
		if (name == "echo" || name == "printf") && secretName.MatchString(a.text) {
			return Ask, "it prints what looks like a secret: " + a.text
		}
		if tools.SensitiveName(filepath.Base(a.text)) {
			return Ask, "it names a file that holds secrets: " + a.text
		}
	}
	return Allow, ""
}

func isDevice(path string) bool {
	if !strings.HasPrefix(path, "/dev/") {
		return false
	}
	return !slices.Contains([]string{"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"}, path) && !strings.HasPrefix(path, "/dev/fd/")
}
