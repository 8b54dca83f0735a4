package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/confine"
	"handrail/internal/schema"
	"handrail/operator/news"
	"handrail/spaces"
	"handrail/spaces/scaffold"
	"handrail/tools/command"
)

// A HandsFile is a space's ctxnest.json as it was read, and what the loader says
// of it.
type HandsFile struct {
	Text   string
	Digest string // SHA-256 of Text; "" where there is no file
	Exists bool
	Check  HandsCheck
}

// A HandsCheck is what the loader says of a text, saved or not.
type HandsCheck struct {
	Hands    []CheckedHand // in the order of the text
	Problems []HandProblem
}

// A CheckedHand is one tool of a text.
type CheckedHand struct {
	command.Hand
	Qualified string // "<project>__<name>" (docs/spec/04-names.md)
	Rejected  string // why it does not load; "" if it does
	Input     string // JSON Schema of its parameters; "" if it does not load
}

// A HandArgv is what a hand would run. It is worked out of a text alone: nothing
// has been looked up on PATH, and nothing has run.
type HandArgv struct {
	Argv       []string
	Dropped    []string // elements that resolve to nothing, as they are declared
	Folder     string
	Violations []Violation
	Why        string // why there is no argv, if the values are not the reason
}

// A SavedHands is what became of saving.
type SavedHands struct {
	Saved      bool
	Now        HandsFile // the file as it is: what was saved, or what somebody else wrote
	Difference string    // from the file to what was not saved
	Note       string    // what else the person should know
}

// HandsFile reads ctxnest.json from the disk. A missing file is no hands.
func (s *Space) HandsFile() (HandsFile, error) {
	path, err := s.roots.Resolve(command.HandsFile)
	if err != nil {
		return HandsFile{}, err
	}
	data, _, err := s.roots.ReadFile(path, command.MaxHandsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return HandsFile{}, nil
	case err != nil:
		return HandsFile{}, err
	case !utf8.Valid(data):
		return HandsFile{}, fmt.Errorf("%s is not valid UTF-8, so it cannot be changed here: save it as UTF-8 first", command.HandsFile)
	}
	return HandsFile{Text: string(data), Digest: confine.StateOf(data).SHA256, Exists: true, Check: s.CheckHands(string(data))}, nil
}

// CheckHands judges a text as if it were the file. An empty text is no file.
func (s *Space) CheckHands(text string) HandsCheck {
	if text == "" {
		return HandsCheck{}
	}
	hands, problems := command.ParseHands([]byte(text), command.HandsFile)
	c := HandsCheck{Problems: problems}
	for _, h := range hands.List {
		checked := CheckedHand{Hand: h, Qualified: s.qualified(h.Name)}
		if input, err := inputOf(h); err != nil {
			checked.Rejected = fmt.Sprintf("tool '%s' rejected: %v", h.Name, err)
		} else {
			checked.Input = string(input.JSON())
		}
		c.Hands = append(c.Hands, checked)
	}
	for _, r := range hands.Rejected {
		h := command.Hand{Name: r.Name, Line: r.Line}
		c.Hands = append(c.Hands, CheckedHand{Hand: h, Qualified: s.qualified(r.Name), Rejected: fmt.Sprintf("tool '%s' rejected: %s", r.Name, r.Reason)})
	}
	slices.SortStableFunc(c.Hands, func(a, b CheckedHand) int { return a.Line - b.Line })
	return c
}

// qualified is a hand's full name (docs/spec/04-names.md).
func (s *Space) qualified(hand string) string { return s.Declared().ID + "__" + hand }

// inputOf is the schema of a hand's parameters, as its tool has it.
func inputOf(h command.Hand) (*schema.Schema, error) {
	h.Disabled = false // a disabled one is looked at all the same
	list, err := command.NewHandSource(command.Config{}, "", []command.Hand{h}).Tools(context.Background())
	if err != nil {
		return nil, err
	}
	return list[0].Info().Input, nil
}

// ResolveHand works out what a hand of a text would run for an input.
func (s *Space) ResolveHand(text, name, input string) HandArgv {
	hands, problems := command.ParseHands([]byte(text), command.HandsFile)
	i := slices.IndexFunc(hands.List, func(h command.Hand) bool { return h.Name == name })
	if i < 0 {
		for _, p := range problems {
			if !p.Minor && (p.Tool == name || p.Tool == "") {
				return HandArgv{Why: p.String()}
			}
		}
		return HandArgv{Why: fmt.Sprintf("there is no hand '%s' in this text", name)}
	}
	h := hands.List[i]
	schemaOf, err := inputOf(h)
	if err != nil {
		return HandArgv{Why: err.Error()}
	}
	in, err := schemaOf.Check(json.RawMessage(input))
	var invalid *schema.InvalidError
	switch {
	case errors.As(err, &invalid):
		return HandArgv{Violations: invalid.Violations}
	case err != nil:
		return HandArgv{Why: err.Error()}
	}
	texts, wrong := handTexts(h, in.Values())
	if len(wrong) > 0 {
		return HandArgv{Violations: wrong}
	}
	out := HandArgv{Argv: append([]string{h.Command[0]}, h.Argv(texts)...), Folder: s.dir}
	if h.WorkingDir != "" {
		out.Folder = filepath.Join(s.dir, filepath.FromSlash(h.WorkingDir))
	}
	for _, element := range h.Command[1:] {
		alone := command.Hand{Command: []string{h.Command[0], element}}
		if len(alone.Argv(texts)) == 0 {
			out.Dropped = append(out.Dropped, element)
		}
	}
	return out
}

// handTexts are the values as they stand in the argv. What is left out without a
// default is "", 0 or false (docs/spec/07-hands.md).
func handTexts(h command.Hand, values map[string]any) (map[string]string, []Violation) {
	texts := map[string]string{}
	var wrong []Violation
	for _, name := range h.ParamNames() {
		value, ok := values[name]
		if !ok {
			value = map[string]any{schema.TypeNumber: 0.0, schema.TypeBoolean: false, schema.TypeString: ""}[h.Params[name].Type]
		}
		text, err := h.Params[name].Accept(name, value)
		if err != nil {
			wrong = append(wrong, Violation{Path: name, Message: plainWhy(err, name)})
		}
		texts[name] = text
	}
	return texts, wrong
}

// TryPattern reports whether a text passes a parameter's pattern, and why not.
func TryPattern(pattern, value string) (passes bool, why string) {
	const name = "value"
	if _, err := (command.HandParam{Type: schema.TypeString, Pattern: pattern}).Accept(name, value); err != nil {
		return false, plainWhy(err, name)
	}
	return true, ""
}

// plainWhy is the reason without the parameter's name, which stands beside it.
func plainWhy(err error, name string) string {
	return strings.TrimPrefix(err.Error(), "param '"+name+"' ")
}

// ProposeHands looks at what the project has and could have as hands. It writes
// nothing.
func (s *Space) ProposeHands(ctx context.Context) (HandProposal, error) {
	return scaffold.Propose(ctx, s.dir)
}

// SaveHands writes a text as ctxnest.json, whole or not at all, if the file is
// still the one with this digest. It is the person's own change: a space that
// was trusted stays so, if nothing but what was just saved is new
// (docs/spec/03-spaces.md).
func (s *Space) SaveHands(ctx context.Context, text, digest string) (SavedHands, error) {
	switch {
	case len(text) > command.MaxHandsFile:
		return SavedHands{}, fmt.Errorf("%s would have %d bytes; at most %d are read: make it smaller", command.HandsFile, len(text), command.MaxHandsFile)
	case !utf8.ValidString(text):
		return SavedHands{}, fmt.Errorf("%s would not be valid UTF-8", command.HandsFile)
	}
	before := s.current.Load()
	now, err := s.HandsFile()
	if err != nil {
		return SavedHands{}, err
	}
	if now.Digest != digest {
		return conflict(now, text), nil
	}
	if err := s.writeHands(now, text); err != nil {
		var changed *confine.ChangedError
		if !errors.As(err, &changed) {
			return SavedHands{}, err
		}
		if now, err = s.HandsFile(); err != nil {
			return SavedHands{}, err
		}
		return conflict(now, text), nil
	}
	if err := s.reload(ctx); err != nil {
		return SavedHands{}, err
	}
	note, err := s.keepTrust(ctx, before, confine.StateOf([]byte(text)).SHA256)
	if err != nil {
		return SavedHands{}, err
	}
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	saved := HandsFile{Text: text, Digest: confine.StateOf([]byte(text)).SHA256, Exists: true, Check: s.CheckHands(text)}
	return SavedHands{Saved: true, Now: saved, Note: note}, nil
}

// writeHands replaces the file that was read, or makes it.
func (s *Space) writeHands(now HandsFile, text string) error {
	path, err := s.roots.Resolve(command.HandsFile)
	if err != nil {
		return err
	}
	expect := confine.State{}
	if now.Exists {
		expect = confine.StateOf([]byte(now.Text))
	}
	return s.roots.WriteAtomic(path, []byte(text), confine.WriteOptions{Expect: &expect, Mode: 0o644})
}

func conflict(now HandsFile, text string) SavedHands {
	return SavedHands{Now: now, Difference: udiff.Unified(command.HandsFile+" on disk", command.HandsFile+" as you have it", now.Text, text)}
}

// keepTrust trusts what the person has just saved as ctxnest.json with this digest,
// if the space was trusted before. What else changed in it stays held back; the
// note says what.
func (s *Space) keepTrust(ctx context.Context, before *loaded, saved string) (note string, err error) {
	after := s.current.Load()
	switch {
	case before.trust == Untrusted:
		return "", nil
	case before.trust == NotNeeded && after.trust == Untrusted:
		return "It is saved. This space declares something that can run now: look at it and trust it once.", nil
	case after.trust != Trusted:
		return "", nil
	}
	mine, others := ofSaved(after.changes, after.space.Inventory(), saved, s.o.busy(s.dir))
	if len(mine) > 0 {
		if _, err := s.take(ctx, after.space, taking{chosen: func(k string) bool { return mine[k] }}); err != nil {
			return "", err
		}
		if err := s.reload(ctx); err != nil {
			return "", err
		}
	}
	if len(others) > 0 {
		return "It is saved. What else is not as you trusted it stays held back: " + strings.Join(others, "; ") + ".", nil
	}
	return "", nil
}

// ofSaved parts what changed into what was saved, with the scripts that come and
// go with it, and the rest. A script does not come while a call runs, which could
// have written it.
func ofSaved(changes []deviation, items []spaces.Item, saved string, busy bool) (mine map[string]bool, others []string) {
	byHand, named := map[string]bool{}, map[string]bool{}
	for _, i := range items {
		for _, name := range slices.Concat(i.Scripts, i.Absent) {
			named[name] = true
			byHand[name] = byHand[name] || i.Kind == "hand"
		}
	}
	mine = map[string]bool{}
	for _, d := range changes {
		switch script := d.kind() == "script"; {
		case d.file() == command.HandsFile && (d.status == StatusRemoved || d.is.SHA256 == saved),
			script && d.status == StatusNew && byHand[d.file()] && !busy,
			script && d.status == StatusRemoved && !named[d.file()]:
			mine[d.key()] = true
		case script && d.status == StatusNew && busy:
			others = append(others, d.file()+" is new, and a call is going on that could have written it")
		default:
			others = append(others, d.file()+" "+d.how())
		}
	}
	return mine, others
}

// busy reports whether something runs in a space.
func (o *Operator) busy(dir string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range o.running {
		if r.space == dir {
			return true
		}
	}
	return false
}
