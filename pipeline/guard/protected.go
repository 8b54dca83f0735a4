package guard

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeFiles asks before a tool writes what decides what runs later, and before
// it shows what is in a file that usually holds secrets. It sees what an act says of
// itself; of programs it sees plain writes: programWrites.
func (sf *safety) judgeFiles(e tools.Entry, p tools.Preview) Verdict {
	var found []finding
	into := intoRepository(sf.place, p.Effects)
	for _, effect := range p.Effects {
		switch effect.Kind {
		case tools.EffectWrite, tools.EffectDelete:
			if name := into(effect.Target); name != "" {
				found = append(found, finding{rule: ruleProtected, reason: tools.Say(tools.WhyInRepository, name), value: true})
			}
			if rel, ok := sf.place.protects(effect.Target, effect.Kind == tools.EffectDelete); ok {
				found = append(found, finding{rule: ruleProtected, reason: tools.Say(tools.WhyChangesLater, rel), value: true})
			}
		case tools.EffectRead:
			if base := filepath.Base(effect.Target); !e.Info.NamesOnly && tools.SensitivePath(effect.Target) {
				found = append(found, finding{rule: ruleRead, reason: tools.Say(tools.WhyMayReadSecrets, base), value: true})
			}
		}
	}
	return sf.weigh(found, false)
}

// intoRepository tells the name of a path that is a repository's own, in a folder of any name that git takes for one of its own or will,
// once all that the act writes is there; "" of all others. Where somebody stands in such a folder, git runs what its settings say.
func intoRepository(pl *place, effects []tools.Effect) func(target string) (name string) {
	var written []string
	for _, e := range effects {
		if e.Kind == tools.EffectWrite {
			written = append(written, strings.ToLower(filepath.Clean(e.Target)))
		}
	}
	known := map[string]bool{}
	isFolder := func(dir string) bool {
		is, ok := known[dir]
		if !ok {
			is = git.IsFolder(func(name string) bool {
				at := filepath.Join(dir, name)
				if _, err := os.Lstat(at); err == nil {
					return true
				}
				at = strings.ToLower(at) // some file systems compare without case
				return slices.ContainsFunc(written, func(w string) bool { return within(at, w) })
			})
			known[dir] = is
		}
		return is
	}
	return func(target string) string {
		for at := filepath.Clean(target); pl.inside(filepath.Dir(at)); at = filepath.Dir(at) {
			if git.IsOwn(filepath.Base(at)) && isFolder(filepath.Dir(at)) {
				name, _ := pl.relative(target)
				return name
			}
		}
		return ""
	}
}

// programWrites notices that a program plainly writes something protected, where
// no walls stand that would hold it off.
func (sf *safety) programWrites(c bash.Command, open func() bool) (finding, bool) {
	if len(c.Args) == 0 && len(c.Writes) == 0 {
		return finding{}, false
	}
	targets := targetsOf(c)
	name := c.Name()
	if name == "git" && len(c.Args) > 2 && c.Args[1].Text == "config" && !bash.HasFlag(c.Args[2:], "-l", "--list", "--get", "--get-all", "--get-regexp", "--global", "--system") && len(operands(c.Args[2:])) > 1 {
		targets = append(targets, bash.Word{Text: ".git/config", Known: true})
	}
	if len(targets) == 0 || !open() {
		return finding{}, false
	}
	gone := name == "mv" || name == "rm" || name == "rmdir" || name == "unlink"
	for _, t := range targets {
		for _, dir := range c.Dirs {
			at, ok := sf.place.target(t, dir)
			if !ok {
				continue
			}
			if rel, ok := sf.place.protects(at, gone || t.Glob); ok {
				return finding{rule: ruleProtected, reason: tools.Say(tools.WhyChangesLater, rel)}, true
			}
		}
	}
	return finding{}, false
}

// targetsOf are the files that a command plainly writes, makes or takes away.
func targetsOf(c bash.Command) []bash.Word {
	list := slices.Clone(c.Writes)
	if len(c.Args) < 2 {
		return list
	}
	args := c.Args[1:]
	plain := operands(args)
	switch name := c.Name(); name {
	case "tee", "touch", "rm", "rmdir", "unlink", "mkdir", "shred", "sponge":
		list = append(list, plain...)
	case "truncate":
		list = append(list, plain...)
	case "chmod", "chown":
		list = append(list, plain[min(1, len(plain)):]...)
	case "cp", "mv", "ln", "install", "rsync", "scp":
		list = append(list, copied(name, args, plain)...)
	case "dd":
		for _, a := range args {
			if of, ok := strings.CutPrefix(a.Text, "of="); ok {
				a.Text = of
				list = append(list, a)
			}
		}
	case "sed", "gsed", "perl", "ruby", "yq", "gawk":
		if slices.ContainsFunc(args, func(a bash.Word) bool {
			return strings.HasPrefix(a.Text, "-i") || strings.HasPrefix(a.Text, "--in-place") || a.Text == "-pi"
		}) {
			list = append(list, plain[min(1, len(plain)):]...)
		}
	case "curl", "wget":
		for i, a := range args[:len(args)-1] {
			if slices.Contains([]string{"-o", "-O", "--output", "--output-document"}, a.Text) {
				list = append(list, args[i+1])
			}
		}
	}
	return list
}

// copied are the places that cp, mv and their like write, and for mv those that
// are gone.
func copied(name string, args, plain []bash.Word) []bash.Word {
	var list []bash.Word
	for i, a := range args {
		to, ok := strings.CutPrefix(a.Text, "--target-directory=")
		if a.Text == "-t" && i+1 < len(args) {
			to, ok = args[i+1].Text, true
		}
		if ok {
			plain = append(plain, bash.Word{Text: to, Known: a.Known})
		}
	}
	if len(plain) == 0 {
		return nil
	}
	to := plain[len(plain)-1]
	if to.Text == "/dev/null" {
		return list
	}
	if len(plain) > 1 || name == "ln" {
		list = append(list, to)
	}
	for _, from := range plain[:len(plain)-1] {
		in := to
		in.Text = strings.TrimSuffix(to.Text, "/") + "/" + path.Base(from.Text)
		in.Known, in.Glob = to.Known && from.Known, to.Glob || from.Glob
		list = append(list, in)
		if name == "mv" {
			list = append(list, from)
		}
	}
	return list
}
