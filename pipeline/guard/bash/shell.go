// Package bash reads shell text: which commands it would run, with which words, files and
// folders, as far as that is known before it runs. It judges nothing.
package bash

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"handrail/internal/heredoc"
	"handrail/internal/programs"
	"handrail/tools"
)

// A Command is one simple command of a script, with quoting, escapes and what
// is known of variables resolved as bash would.
type Command struct {
	Args     []Word    // the program and its arguments
	Assigns  []string  // NAME=value before the command
	Settings []Setting // of git, if it is git: what variables give it
	Writes   []Word    // files that redirections write
	Reads    []Word    // files that redirections read
	In       Feed      // its standard input
	Into     []Word    // the one command that alone reads what it prints, with its arguments; nil: there is none, or nobody knows
	Dirs     []string  // the folders it may run in; "" among them: nobody knows
	Depth    int       // how many shells deep it stands
	Value    bool      // what it does may depend on a value, not only on its author
	Row      int       // the line of the text in which it stands, or what starts it; 0: it is not known
	written  string    // see Line
	output   []output  // where its standard output goes
}

// A Feed is what a command reads from its standard input.
type Feed struct {
	Piped bool // a pipe, a file or a here-document
	Known bool // Text is all of it
	Text  string
	Value bool   // a part of it may come from a value
	found []Word // what find would act upon, if it is what find finds
	nul   bool   // each ends in a byte that no name has
}

// A Given is a variable with the value, or the values of a list, that it is given at one place of a script.
type Given struct {
	Name  string
	Words []Word
	List  bool
}

// A Doubt is what cannot be decided before running.
type Doubt struct {
	Why   tools.Clause
	Value bool // it may depend on a value, not only on the author
	Hard  bool // a part was not read: it asks whatever else is said
}

// is reports whether another doubt says the same.
func (d Doubt) is(other Doubt) bool {
	return d.Why.Code == other.Why.Code && slices.Equal(d.Why.Args, other.Why.Args) && d.Value == other.Value && d.Hard == other.Hard
}

// A Script is what following shell text found.
type Script struct {
	Commands []Command
	Possible []Command // what literal texts would be, where a shell runs text that nobody knows before
	Texts    []Word    // every literal text: here-documents, arguments
	Doubts   []Doubt   // what cannot be decided before running
	Bomb     bool      // something that starts itself twice
	Sets     []string  // variables that get a value by other means than NAME=value or the words of a command
	Given    []Given   // what variables are given by NAME=value and NAME=(values)

	home    string
	values  []tools.Span // of the text; nil: all words are to be judged
	alien   bool         // no word is known to be an author's
	depth   int
	steps   int     // statements
	work    int     // see spend
	weighed int     // see Spend
	active  []frame // the functions that are being followed
	running []running
	forks   int // how many pipes and backgrounds are around

	runs    bool              // a shell runs text that nobody knows before
	given   []Word            // here-documents, and what variables were given
	files   map[string][]Word // see writes
	aliases map[string]string // other names of commands
	inAlias bool
	alias   gitAlias
	fits    func(pattern string, dirs []string) []string // files that there are; nil: nobody looks
}

// A frame is a function that is being followed.
type frame struct {
	name  string
	forks int
}

// maxDepth is how many shells inside shells are followed, and functions inside
// functions.
const maxDepth = 8

// maxFeed is how much text between commands is followed, in bytes.
const maxFeed = 64 << 10

// maxAgain is how many statements are followed before loops are read only once
// and calls of functions no more: each statement is read at least once.
const maxAgain = 1000

// maxSteps is how many statements are followed before no further text is read as
// a shell's.
const maxSteps = 10_000

// maxWork is how much work one script may cost, in units of about 0.1 µs: padding must
// neither keep the person waiting nor hide what stands behind it. What costs more is not read
// to its end, and asks.
const maxWork = 250_000

// spend counts work before it is done; false says that there has been enough.
func (s *Script) spend(n int) bool {
	if s.work > maxWork {
		return false
	}
	if s.work += n; s.work > maxWork {
		s.unread(tools.Say(tools.UnreadLong))
		return false
	}
	return true
}

// Spend counts work of judging what was read, of which there may be as much again, before it
// is done; false says that there has been enough. What is left then is unread, too.
func (s *Script) Spend(n int) bool {
	if s.weighed > maxWork {
		return false
	}
	if s.weighed += n; s.weighed > maxWork {
		s.unread(tools.Say(tools.UnreadWork))
		return false
	}
	return true
}

// unread notes that a part of the script was not looked at.
func (s *Script) unread(why tools.Clause) {
	if d := (Doubt{Why: why, Value: true, Hard: true}); !slices.ContainsFunc(s.Doubts, d.is) {
		s.Doubts = append(s.Doubts, d)
	}
}

// parsers are reused: one is large.
type parsers struct{ pool sync.Pool }

// parse returns the statements of a text: where it cannot be read to its end,
// those before that place, which bash runs before it notices. A text that breaks
// the parser itself is one that cannot be read.
func (p *parsers) parse(text string) (list []*syntax.Stmt, err error) {
	parser, ok := p.pool.Get().(*syntax.Parser)
	if !ok {
		parser = syntax.NewParser(syntax.Variant(syntax.LangBash))
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser broke: %v", r)
			return
		}
		p.pool.Put(parser)
	}()
	for stmt, wrong := range parser.StmtsSeq(strings.NewReader(text)) { // it must not be left early
		switch {
		case wrong != nil:
			err = wrong
		case err == nil:
			list = append(list, stmt)
		}
	}
	if _, misread := heredoc.Misread(text, list); misread && err == nil {
		err = errMisread
	}
	return list, err
}

// errMisread is why a text counts as one that cannot be read, whose lines are then read one by one.
var errMisread = errors.New("it has a here-document that bash may read in another place")

// A Reader reads shell text. It is safe for concurrent use.
type Reader struct {
	home    string // the person's home folder
	parsers parsers
	alias   gitAlias
	fits    func(pattern string, dirs []string) []string
}

// NewReader makes a Reader. home is the person's home folder.
func NewReader(home string) *Reader { return &Reader{home: home} }

// Read follows the shell text of a preview, and everything in it that is shell text
// again, as it would run in the preview's folder. Where the preview says which words
// are its author's, the others are marked.
func (r *Reader) Read(p tools.Preview) *Script {
	s := &Script{home: r.home, alias: r.alias, fits: r.fits, alien: !p.Authored, values: p.Values}
	st := &state{dirs: []string{p.Folder}}
	w := walker{Script: s, parsers: &r.parsers}
	w.read(p.Shell, st, s.alien)
	possible(&w, &state{dirs: []string{p.Folder}})
	return s
}

// A walker follows the statements of a script.
type walker struct {
	*Script
	parsers *parsers
	spans   bool // positions are those of the preview's text
	judged  bool // every word counts as a value
	row     int  // see Command.Row
}

// read follows shell text. judged says that its words came from a value.
func (w *walker) read(text string, st *state, judged bool) (printed flow) {
	return w.readFed(text, st, judged, Feed{})
}

// readFed is read of text whose commands read from in.
func (w *walker) readFed(text string, st *state, judged bool, in Feed) (printed flow) {
	switch {
	case w.depth > maxDepth || w.depth > 0 && w.steps > maxSteps:
		w.unread(tools.Say(tools.UnreadShells))
		return flow{}
	case nests(text) > maxNesting:
		w.unread(tools.Say(tools.UnreadBrackets))
		return flow{}
	case !w.spend(len(text) / 2):
		return flow{}
	}
	list, err := w.parsers.parse(text)
	before := *w
	w.spans, w.judged = w.depth == 0, judged
	w.depth++
	printed = w.stmts(list, st, in)
	if err != nil {
		w.unread(tools.Say(tools.UnreadNoShell))
		w.spans, w.judged = false, w.judged || w.HasValues()
		pieces(w, text, st)
	}
	w.depth--
	w.spans, w.judged = before.spans, before.judged
	return printed
}

// maxNesting is how deep brackets may stand in each other: the parser calls itself for each.
const maxNesting = 500

// nests is how many brackets of a text are open at most, whatever is quoted.
func nests(text string) (most int) {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[':
			open++
			most = max(most, open)
		case ')', '}', ']':
			open = max(0, open-1)
		}
	}
	return most
}

// doubt notes what cannot be decided.
func (w *walker) doubt(why tools.Clause, value bool) {
	d := Doubt{Why: why, Value: value || w.judged}
	w.runs = w.runs || runsText(why.Code)
	if len(w.Doubts) > mostDoubts {
		d.Why = tools.Say(tools.DoubtMore)
	}
	if !slices.ContainsFunc(w.Doubts, d.is) {
		w.Doubts = append(w.Doubts, d)
	}
}

// mostDoubts is how many different ones are kept: each is compared with all.
const mostDoubts = 50

// Redirects reports whether the script sets, while it runs, a variable that decides what
// programs run: a loop over PATH, say.
func (s *Script) Redirects() bool { return slices.ContainsFunc(s.Sets, programs.FindsCode) }

// HasValues reports whether any word of the script may come from a value.
func (s *Script) HasValues() bool { return s.alien || len(s.values) > 0 }

// fromValue reports whether a piece of the script holds a part of a value.
func (w *walker) fromValue(n syntax.Node) bool {
	if w.judged {
		return true
	}
	if !w.spans || len(w.values) == 0 {
		return false
	}
	start, end := int(n.Pos().Offset()), int(n.End().Offset())
	return slices.ContainsFunc(w.values, func(v tools.Span) bool { return v.Start < end && start < v.End })
}

// Name is the program's name without its folder; empty if it is not known. Of $(git --exec-path)/git it is what stands behind the
// folder, and of /usr/bin/g[i]t a program that is judged by its name, if it may be one.
func (c Command) Name() string {
	switch {
	case len(c.Args) == 0:
		return ""
	case !c.Args[0].Known && strings.Contains(c.Args[0].tail, "/") && !c.Args[0].Glob:
		return strings.TrimPrefix(path.Base("/"+c.Args[0].tail), "/")
	case !c.Args[0].Known:
		return ""
	}
	name := path.Base(c.Args[0].Text)
	if !c.Args[0].Glob || name == "[" {
		return name
	}
	pattern := strings.ReplaceAll(name, "[!", "[^")
	for _, program := range []string{"rm", "git", "find", "shred", "dd", "bash", "sh", "dash", "zsh", "env", "sudo", "xargs", "mkfs", "shutdown", "reboot", "poweroff", "psql", "mysql", "sqlite3"} {
		if ok, err := path.Match(pattern, program); err == nil && ok {
			return program
		}
	}
	return ""
}

// Line writes the command as one line: what rules are held against.
func (c *Command) Line() string {
	if c.written == "" {
		var b strings.Builder
		c.write(&b, c.Assigns, 0)
		c.written = b.String()
	}
	return c.written
}

// Plain is the line without assignments, and with the bare name of the program.
func (c Command) Plain() string {
	var b strings.Builder
	if name := c.Name(); name != "" && len(c.Args) > 0 {
		b.WriteString(name)
		c.write(&b, nil, 1)
		return b.String()
	}
	c.write(&b, nil, 0)
	return b.String()
}

func (c Command) write(b *strings.Builder, assigns []string, from int) {
	size := 16
	for _, a := range c.Args {
		size += len(a.Text) + 1
	}
	b.Grow(size)
	add := func(parts ...string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	for _, a := range assigns {
		add(a)
	}
	for _, a := range c.Args[min(from, len(c.Args)):] {
		add(a.Text)
	}
	for _, r := range c.Writes {
		add("> ", r.Text)
	}
}

// Decided reports whether the line of the command is the whole truth.
func (c Command) Decided() bool {
	for _, a := range c.Args {
		if !a.Known {
			return false
		}
	}
	for _, a := range c.Writes {
		if !a.Known {
			return false
		}
	}
	return len(c.Args) == 0 || !c.Args[0].Glob && !strings.ContainsAny(c.Args[0].Text, " \t\n")
}
