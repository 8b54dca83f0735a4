package spaces

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/pins"
	"handrail/internal/programs"
)

// A word is a word of a command, as far as it matters whether it names a program.
type word struct {
	text string
	runs bool // it names the script of an interpreter, or by a path a program
}

// A naming is what a command names of the space.
type naming struct {
	scripts, absent []string
	looked          []string // what its words name, be it there or not
	stems           []string // what a program completes to a script
}

// sort puts what is named into order, each once.
func (n *naming) sort() {
	for _, list := range []*[]string{&n.scripts, &n.absent} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// scripts finds the programs of a space that its commands name.
type scripts struct {
	space *Space
	files *files
	known map[string]bool // noted already
}

func newScripts(space *Space, files *files) *scripts {
	return &scripts{space: space, files: files, known: map[string]bool{}}
}

// maxAbsent is how many names of files that are not there are remembered of one
// command.
const maxAbsent = 64

// named notes the programs of the space that a command names, seen from its
// folder or from the folder in which the command runs. A file is a program if it
// stands where one is run, may be executed, starts with #!, or ends like a script.
// Data that a command only reads is not pinned: it changes with use, and the trust
// in the space would end with every change.
func (sc *scripts) named(words []word, workingDir string) naming {
	var n naming
	for _, w := range words {
		if w.text == "" || strings.Contains(w.text, "{{") || len(w.text) > 4096 {
			continue
		}
		name := filepath.FromSlash(w.text)
		if rel, err := filepath.Rel(sc.space.Dir, name); err == nil && filepath.IsAbs(name) {
			name = rel
		}
		for _, base := range slices.Compact([]string{"", workingDir}) {
			at := path.Join(filepath.ToSlash(base), filepath.ToSlash(name))
			n.looked = append(n.looked, at)
			sc.look(at, w.runs, &n)
		}
	}
	n.sort()
	return n
}

// look notes one file, if it is a program, or if one could come to lie
// there.
func (sc *scripts) look(name string, runs bool, n *naming) {
	if name == "." || !fs.ValidPath(name) {
		return
	}
	if sc.known[name] {
		n.scripts = append(n.scripts, name)
		return
	}
	info, err := fs.Stat(sc.files.fsys, name)
	if err != nil {
		switch {
		case escapes(err):
			sc.known[name] = true
			n.scripts = append(n.scripts, name)
			sc.space.addItem(sc.outside(name))
			sc.files.problems.add(name, 0, Warning, "is named by a command and is a link that leads out of the space: it cannot be pinned; put a copy in its place")
		case (runs || slices.Contains(scriptEnds(), strings.ToLower(path.Ext(name)))) && len(n.absent) < maxAbsent:
			n.absent = append(n.absent, name)
		}
		return
	}
	if !info.Mode().IsRegular() {
		return
	}
	sc.files.see(name, info)
	f, err := sc.files.fsys.Open(name)
	if err != nil {
		sc.files.problems.unreadable(name, err)
		return
	}
	defer func() { _ = f.Close() }() // nothing was written
	head := make([]byte, 2)
	read, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		sc.files.problems.unreadable(name, err)
		return
	}
	head = head[:read]
	if runs || info.Mode()&0o111 != 0 || string(head) == "#!" || slices.Contains(scriptEnds(), strings.ToLower(path.Ext(name))) {
		sc.known[name] = true
		n.scripts = append(n.scripts, name)
		sc.space.addItem(sc.item(name, info, io.MultiReader(bytes.NewReader(head), f)))
	}
}

// outside is the item of a link that leads out of the space. What lies there is
// not pinned; where it leads is, so that another link does not pass for it.
func (sc *scripts) outside(name string) Item {
	i := Item{Kind: "script", Name: name, File: name, Leaves: true, Detail: "a link that leads out of the space: it cannot be pinned"}
	if to, err := fs.ReadLink(sc.files.fsys, name); err == nil {
		i.Detail = "a link to " + to + ", out of the space: what lies there cannot be pinned"
	}
	i.Digest = digest([]byte(i.Detail))
	return i
}

// item is the item of a program, with its digest.
func (sc *scripts) item(name string, info fs.FileInfo, content io.Reader) Item {
	item := Item{Kind: "script", Name: name, File: name, Detail: fmt.Sprintf("%d bytes", info.Size()), Exec: info.Mode()&0o111 != 0}
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(content, maxScript+1))
	switch {
	case err != nil:
		sc.files.problems.unreadable(name, err)
	case n > maxScript:
		item.Detail += ": too large to be pinned by its content; any change counts"
		item.Digest = digest(fmt.Append(nil, pins.IdentityOf(info)))
		sc.files.problems.add(name, 0, Warning, "is named by a command and has more than %d bytes: it is too large to be pinned", maxScript)
	default:
		item.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return item
}

// scriptEnds are the ends of the names of scripts, which run without being
// compiled first.
func scriptEnds() []string {
	return []string{
		".sh", ".bash", ".zsh", ".ksh", ".fish", ".py", ".pyw", ".rb", ".pl", ".pm", ".js", ".mjs", ".cjs", ".ts", ".mts", ".php",
		".lua", ".tcl", ".r", ".jl", ".awk", ".sed", ".jq", ".mk", ".ps1", ".bat", ".cmd", ".exe", ".jar", ".wasm",
	}
}

// A slot is what the next word of a command may be.
type slot int

const (
	noFile  slot = iota // what a program works on
	program             // the name of a program, which is looked for on PATH, or its path
	script              // an option of an interpreter, or its script
	filed               // the script stands behind an option only: -f FILE
	verbed              // a verb, of which run takes a script
)

// slotBehind is what may stand behind the name of a program, or a word of the shell's own.
func slotBehind(text string) slot {
	name := path.Base(filepath.ToSlash(text))
	reads, _ := programs.InterpreterOf(name)
	_, wraps := programs.Lookup(name)
	switch {
	case slices.Contains([]string{"if", "then", "else", "elif", "while", "until", "do", "!", "eval"}, name), wraps:
		return program
	case slices.Contains([]string{"awk", "gawk", "mawk", "sed", "jq", "make", "gmake", "just", "task"}, name):
		return filed
	case name == "go":
		return verbed
	case reads.File, programs.IsShell(name), slices.Contains([]string{"source", ".", "python2", "Rscript", "pwsh", "powershell", "java"}, name):
		return script
	}
	return noFile
}

// argvWords are the words of a command that no shell reads.
func argvWords(argv []string) []word {
	words := make([]word, len(argv))
	c := chain{next: program}
	for i, a := range argv {
		words[i] = c.word(a)
	}
	return words
}

// A chain follows the words of one simple command and tells which of them run.
type chain struct {
	next   slot
	takes  []string // options of the interpreter that take the next word
	option string   // the word before, if it is an option
	makes  bool     // its program makes the file that -o names
	output bool     // behind such a -o
}

// word is the next word of the command.
func (c *chain) word(text string) word {
	if c.output { // it is made anew by each run
		c.output = false
		return word{}
	}
	w := word{text: text}
	c.makes = c.makes || c.next == program && programs.Makes(programs.Base(text))
	c.output = c.makes && (text == "-o" || text == "--output")
	before := c.option
	if c.option = ""; len(text) > 1 && text[0] == '-' {
		c.option = text // bash -x FILE: the next may still run
		return w
	}
	switch c.next {
	case program: // one without a folder is looked for on PATH, and not in the space
		w.runs = strings.ContainsAny(text, `/\`)
		c.next = slotBehind(text)
		reads, _ := programs.InterpreterOf(path.Base(filepath.ToSlash(text)))
		c.takes = reads.Takes
	case script:
		cluster := slices.Contains(c.takes, "-o") && len(before) > 2 && strings.HasSuffix(before, "o") // -euo pipefail
		if text != "run" && !cluster && !slices.Contains(c.takes, before) {
			w.runs, c.next = true, noFile
		}
	case filed:
		w.runs = strings.HasSuffix(before, "f") || strings.HasSuffix(before, "file")
	case verbed:
		if c.next = noFile; text == "run" {
			c.next = script
		}
	case noFile:
	}
	return w
}

// shellWords splits a command into what could be words of it: at blanks and at
// what parts commands, with quotes and backslashes taken away. It does not
// understand the shell: it finds what an author names plainly, which is what trust
// can show. What a command only writes, behind > or >>, is no word.
func shellWords(command string) []word {
	s := splitter{chain: chain{next: program}}
	for command != "" {
		plain, rest, found := strings.Cut(command, "{{")
		for _, r := range plain {
			s.rune(r)
		}
		if !found {
			break
		}
		inside, after, _ := strings.Cut(rest, "}}")
		s.placeholder(strings.TrimSpace(inside))
		command = after
	}
	s.end()
	return s.words
}

type splitter struct {
	words   []word
	chain   chain
	text    strings.Builder
	quote   rune // ' or " within quotes
	escaped bool // behind a backslash
	output  bool // behind >: the next word is written to
	assigns bool // behind NAME=: the next word is a value, and a command may follow
}

func (s *splitter) rune(r rune) {
	switch {
	case s.escaped:
		s.text.WriteRune(r)
		s.escaped = false
	case r == '\\' && s.quote != '\'':
		s.escaped = true
	case s.quote != 0 && r == s.quote:
		s.quote = 0
	case s.quote == 0 && (r == '"' || r == '\''):
		s.quote = r
	case s.quote == 0 && strings.ContainsRune(" \t\r", r):
		s.end()
	case s.quote == 0 && r == '=': // NAME=value, --option=value
		assigns := s.chain.next == program
		s.end()
		s.assigns = assigns
	case s.quote == 0 && r == ',': // {a,b}
		s.end()
	case s.quote == 0 && r == '>':
		s.end()
		s.output = true
	case s.quote == 0 && r == '<':
		s.end()
	case s.quote == 0 && strings.ContainsRune("\n;|&()`{}", r):
		s.end()
		s.chain = chain{next: program}
	default:
		s.text.WriteRune(r)
	}
}

// placeholder takes {{name}} into the word, which then names no file; {{#if name}}
// and its kind part words.
func (s *splitter) placeholder(inside string) {
	if strings.HasPrefix(inside, "#") || strings.HasPrefix(inside, "/") || inside == "else" || inside == "^" {
		s.end()
		return
	}
	s.text.WriteString("{{")
}

// end ends a word.
func (s *splitter) end() {
	text, output, assigns := s.text.String(), s.output, s.assigns
	s.text.Reset()
	s.assigns = false
	switch {
	case assigns:
		s.chain = chain{next: program}
		s.words = append(s.words, word{text: text})
	case text == "":
	case output:
		s.output = false
	default:
		s.words = append(s.words, s.chain.word(text))
	}
}
