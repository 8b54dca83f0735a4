package guard

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/plain"
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
			} else if rel, ok := sf.place.isFound(effect.Target, effect.Kind == tools.EffectDelete); ok {
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

// holds are what is read in a folder whose name a project may well use for something else, in small letters; nil for all
// other names, of which everything counts. Such a folder counts whole where it holds any of it, else only these names do.
func holds(name string) []string {
	switch name {
	case "agent/":
		return []string{"*.md", "rules.json", "tour.jsonl", "tools/*.md", "skills/*.md", "hooks/*.json"}
	case "skills/":
		return []string{"*/skill.md"}
	case "pages/":
		return []string{"*.html"}
	}
	return nil
}

// unread is what Handrail reads nowhere among definitions: it is for people.
const unread = "README.md"

// mostInFolder is how many names of such a folder are looked at. One with more counts whole.
const mostInFolder = 5000

// Counts reports whether dir, real path, has something of a protected name that a room has to keep: anything, but for a folder of
// a project's own in which nothing is read. The name has no *.
func Counts(dir, name string) bool {
	folder := filepath.Join(dir, filepath.FromSlash(name))
	patterns := holds(name)
	info, err := os.Lstat(folder)
	if err != nil || len(patterns) == 0 || !info.IsDir() { // a link may lead anywhere
		return err == nil && (name != jjPointer || !info.IsDir())
	}
	return holdsAny(folder, patterns)
}

// holdsAny reports whether a folder holds what a pattern names, or cannot be known to hold none of it.
func holdsAny(folder string, patterns []string) bool {
	f, err := plain.OpenFolder(folder)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	entries, err := f.ReadDir(mostInFolder + 1)
	_ = f.Close()
	if err != nil && !errors.Is(err, io.EOF) || len(entries) > mostInFolder {
		return true
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), unread) {
			continue
		}
		var below []string
		for _, pattern := range patterns {
			first, rest, deeper := strings.Cut(pattern, "/")
			switch is, _ := path.Match(first, strings.ToLower(e.Name())); { // the patterns are sound
			case is && !deeper, is && e.Type()&fs.ModeSymlink != 0:
				return true
			case is && e.IsDir():
				below = append(below, rest)
			}
		}
		if len(below) > 0 && holdsAny(filepath.Join(folder, e.Name()), below) {
			return true
		}
	}
	return false
}

// readIn reports whether a path below such a folder, in small letters, is one that is read there, or a folder around some.
func readIn(below string, patterns []string) bool {
	if path.Base(below) == strings.ToLower(unread) {
		return false
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		is, _ := path.Match(pattern, below)
		return is || strings.HasPrefix(pattern, below+"/")
	})
}

// InWhole reports whether a path, relative to a space at dir and with slashes, lies in a folder that counts whole, though its own name
// says nothing.
func InWhole(dir, rel string) bool {
	first, _, below := strings.Cut(rel, "/")
	name := strings.ToLower(first) + "/"
	return below && holds(name) != nil && (Counts(dir, first+"/") || Counts(dir, name))
}

// wholeFor is how long it counts what InWhole has said of a folder: many files below it may be asked about at once. Until then a
// name in it that nobody reads may be taken for the project's own, and names that are read ask in any case.
const wholeFor = 200 * time.Millisecond

// wholes remembers what InWhole has said. It is safe for concurrent use; the zero value is ready.
type wholes struct {
	mu   sync.Mutex
	said map[[2]string]wholeAt // by root and first part of the path
}

type wholeAt struct {
	in bool
	at time.Time
}

func (w *wholes) in(root, rel string) bool {
	first, _, below := strings.Cut(rel, "/")
	if !below || holds(strings.ToLower(first)+"/") == nil {
		return false
	}
	key := [2]string{root, first}
	w.mu.Lock()
	defer w.mu.Unlock()
	if known := w.said[key]; time.Since(known.at) < wholeFor {
		return known.in
	}
	if w.said == nil || len(w.said) > 1000 {
		w.said = map[[2]string]wholeAt{}
	}
	now := wholeAt{in: InWhole(root, rel)}
	now.at = time.Now() // after the look, which may take its time
	w.said[key] = now
	return now.in
}

// judgeSelf asks before our own command line is used to answer in the person's
// place: to trust, to let pass what asks, to change rules, hooks or secrets. Behind
// walls it cannot reach our settings; where there are none it could.
func judgeSelf(name string, args []bash.Word, _ bash.Command) (finding, bool) {
	if name != "handrail" && name != "handrail-desktop" && name != "handrail.exe" {
		return finding{}, false
	}
	answers := map[string][]string{
		"space": {"trust", "distrust", "restore", "network"}, "rules": {"add", "revoke"}, "grants": {"revoke"},
		"hooks": {"enable", "disable"}, "secrets": {"set", "remove"}, "tools": {"on", "off"},
		"channels": {"add", "remove", "test"}, "outbox": {"retry", "drop"},
		"machines": {"server", "pair", "unpair"}, "inbox": {"allow", "deny"}, "origins": {"clear"},
	}
	verb := ""
	for _, a := range args {
		switch {
		case !a.Known, strings.HasPrefix(a.Text, "--confirm"), a.Text == "allow":
			return finding{rule: ruleSelf, reason: tools.Say(tools.WhySelf)}, true
		case slices.Contains(answers[verb], a.Text):
			return finding{rule: ruleSelf, reason: tools.Say(tools.WhySelfAnswers, verb+" "+a.Text)}, true
		case answers[a.Text] != nil:
			verb = a.Text
		}
	}
	return finding{}, false
}
