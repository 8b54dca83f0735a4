package spaces

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"handrail/internal/programs"
	"handrail/internal/render"
	"handrail/internal/sandbox"
	"handrail/spaces/pinning"
	"handrail/tools"
)

// A looseReader tells what the commands of a space run that cannot be pinned. It is safe
// for concurrent use.
type looseReader struct {
	space *Space
	files *files
	open  func() *pinning.Reader
}

func newLooseReader(space *Space, files *files) *looseReader {
	return &looseReader{space: space, files: files, open: sync.OnceValue(func() *pinning.Reader {
		home, _ := os.UserHomeDir() // without one, ~ is nowhere
		return pinning.New(space.Dir, home)
	})}
}

// A looking is what was found in a command, before it is known which of its files are pinned.
type looking struct {
	found []pinning.Loose
	files []string // of the space, that it runs in plain words
	stems []stem   // likewise, of programs that complete a name
}

// A stem is the name of a file, in the space, that a program is given and may complete.
type stem struct {
	name string
	by   programs.Completion
}

// unfit says what a command runs that is no script of its author's.
func (l looking) unfit() (why string, ok bool) {
	for _, one := range l.found {
		if one.Unfit {
			return one.Why + ". Put a file in its place, which nothing else is called", true
		}
	}
	return "", false
}

// command looks at a command template that runs in a folder of the space.
func (l *looseReader) command(template, folder string) looking {
	text, values := sample(template)
	return l.plain(text, values, folder)
}

// argv looks at a command that no shell reads.
func (l *looseReader) argv(argv []string, folder string) looking {
	quoted, err := render.Argv(argv)
	if err != nil {
		return looking{} // it cannot run
	}
	text, values := sample(quoted)
	return l.plain(text, values, folder)
}

func (l *looseReader) plain(text string, values []tools.Span, folder string) (look looking) {
	look.found = l.open().Shell(text, values, filepath.Join(l.space.Dir, filepath.FromSlash(folder)), func(name string, by programs.Completion) bool {
		file := l.nameOf(name)
		if !filepath.IsAbs(name) {
			file = path.Join(filepath.ToSlash(folder), file)
		}
		if by.None() {
			look.files = append(look.files, file)
		} else {
			look.stems = append(look.stems, stem{file, by})
		}
		return true
	})
	return look
}

// loose are the findings: what was found, and the files of the space that a command runs
// though they are not pinned. A file that is not there yet is pinned as that, and what a program completes is
// pinned here.
func (sc *scripts) loose(n *naming, look looking) []pinning.Loose {
	found := look.found
	for _, s := range look.stems {
		switch {
		case slices.Contains(n.looked, s.name):
			sc.complete(s, n)
		case !strings.HasPrefix(s.name, "agent/"): // what lies there is closed
			found = append(found, pinning.Loose{Command: s.name, Why: "it is not pinned"})
		}
	}
	n.sort()
	for _, file := range look.files {
		if !slices.Contains(n.scripts, file) && !slices.Contains(n.absent, file) {
			found = append(found, pinning.Loose{Command: file, Why: "it is not pinned"})
		}
	}
	return found
}

// hook looks at a hook's command, and at the scripts that it names.
func (l *looseReader) hook(template string, sc *scripts, named *naming) []pinning.Loose {
	found := sc.loose(named, l.command(template, ""))
	for _, name := range named.scripts {
		text, shell, ok := l.script(name)
		found = append(found, l.open().FirstLine(name, text)...)
		switch {
		case shell:
			found = append(found, l.open().Script(text)...)
		case ok:
			found = append(found, l.open().Modules(name, text, func(file string) bool { return slices.Contains(named.scripts, file) })...)
		}
	}
	return found
}

// nameOf is the name in the space of a file as a command writes it.
func (l *looseReader) nameOf(name string) string {
	at := filepath.FromSlash(name)
	if filepath.IsAbs(at) {
		rel, err := filepath.Rel(l.space.Dir, at)
		if err != nil {
			return ""
		}
		at = rel
	}
	return path.Clean(filepath.ToSlash(at))
}

// script is the text of a script of the space; shell says that a shell reads it.
func (l *looseReader) script(name string) (text string, shell, ok bool) {
	f, err := l.files.fsys.Open(name)
	if err != nil {
		return "", false, false
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, MaxDefinition))
	if err != nil {
		return "", false, false
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if line, is := strings.CutPrefix(string(first), "#!"); is {
		words := strings.Fields(line)
		return string(data), slices.ContainsFunc(words, func(w string) bool { return programs.IsShell(path.Base(w)) }), true
	}
	return string(data), slices.Contains([]string{".sh", ".bash", ""}, strings.ToLower(path.Ext(name))), true
}

// sample is a command template with a word for each value.
func sample(template string) (text string, values []tools.Span) {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(template, "{{")
		b.WriteString(plain)
		if !found {
			return b.String(), values
		}
		inside, after, _ := strings.Cut(rest, "}}")
		inside = strings.Trim(strings.TrimSpace(inside), "~")
		if !strings.ContainsAny(inside[:min(1, len(inside))], "#/^!") && inside != "else" && !strings.HasPrefix(inside, "else ") {
			values = append(values, tools.Span{Start: b.Len(), End: b.Len() + len("value")})
			b.WriteString("value")
		} else {
			b.WriteByte(' ') // what stands on both sides is not one word
		}
		template = after
	}
}

// looseWords are findings as they are shown beside the command that they are of, where its
// definition is trusted; "" without any.
func looseWords(found []pinning.Loose, command string) string {
	if len(found) == 0 {
		return ""
	}
	var words []string
	for _, one := range found {
		words = append(words, one.Command)
	}
	if list := strings.Join(words, "; "); list != strings.TrimSpace(command) {
		return " [an agent can change what this runs: " + list + "]"
	}
	return " [an agent can change what this runs]"
}

// reportLoose adds a problem where a tool or hand runs what an agent can change, although
// its author keeps the person out: it reaches the network, or says that nobody is asked.
func (p *problems) reportLoose(found []pinning.Loose, file string, line int, name string, network []string, unasked bool) {
	if len(found) == 0 {
		return
	}
	reason := "nobody is asked"
	switch n, err := sandbox.ParseNetwork(network); {
	case err == nil && n.Mode != sandbox.Off:
		reason = "it reaches the network"
	case !unasked:
		return
	}
	p.add(file, line, Warning, "%s: an agent can change what it runs (%s: %s), and %s. Name a script of the space, or set \"confirm\": true", name, found[0].Command, found[0].Why, reason)
}
