package window

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"handrail/internal/difference"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/history"
	"handrail/operator/rehearsal"
	"handrail/tools"
)

// Rehearsals is the calls and chats that were only rehearsed, and keeping what they would change, as the page
// asks for them.
type Rehearsals struct{ *app }

// CannotRehearse says why nothing can be rehearsed on this machine, a sentence; "" if it can.
func (a *Rehearsals) CannotRehearse() (string, error) {
	if a.o == nil {
		return "", a.broken()
	}
	return sentence(operator.CannotRehearse(a.o)), nil
}

// RehearseQuestion rehearses the call that a question is about, without a network. The question goes on
// waiting, and its clock goes on. It answers when the call is over; key is for StopRehearsing.
func (a *Rehearsals) RehearseQuestion(question, key string) (RehearsalView, error) {
	return a.rehearsed(key, func(ctx context.Context) (rehearsal.Rehearsal, error) {
		return operator.RehearseQuestion(ctx, a.o, question)
	})
}

// RehearseTool rehearses a call that the person tries. It answers when the call is over; key is for
// StopRehearsing.
func (a *Rehearsals) RehearseTool(space, tool, input, key string) (RehearsalView, error) {
	return a.rehearsed(key, func(ctx context.Context) (rehearsal.Rehearsal, error) {
		return operator.RehearseTry(ctx, a.o, space, tool, input)
	})
}

// StopRehearsing ends a rehearsal that goes on. One that is over is left alone.
func (a *Rehearsals) StopRehearsing(key string) error {
	if end, ok := a.ends.Load(key); ok {
		end.(context.CancelFunc)() //nolint:forcetypeassert // nothing else is in there
	}
	return nil
}

// Rehearsals lists what was rehearsed in a space and is neither kept nor dropped, the newest first.
func (a *Rehearsals) Rehearsals(space string) ([]RehearsalRowView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	list, err := operator.RehearsalsOf(a.o).List(s.Dir())
	return each(list, rehearsalRowView), err
}

// Rehearsal shows what a rehearsed call would change: the first 5,000 names.
func (a *Rehearsals) Rehearsal(rehearsal string) (RehearsalView, error) {
	r, err := operator.RehearsalsOf(a.o).Get(rehearsal)
	return viewOf(r, err, rehearsalView)
}

// ReviewChat ends a chat that is rehearsed, with all that still runs in it, and shows what it would change. Of one that
// has ended it shows what is neither kept nor dropped. It refuses while the agent works.
func (a *Rehearsals) ReviewChat(session string) (RehearsalView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err != nil {
		return RehearsalView{}, err
	}
	if s := chat.Session(); s.Over {
		return a.Rehearsal(s.Rehearsal)
	}
	r, err := chats.EndRehearsal(a.ctx, chat)
	if err == nil && r.ID != "" && r.Changes() == 0 {
		err = operator.RehearsalsOf(a.o).Drop(r.ID)
	}
	return viewOf(r, err, rehearsalView)
}

// RehearsedChat says what became of a chat that was rehearsed and has ended.
func (a *Rehearsals) RehearsedChat(session string) (RehearsedChatView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err != nil {
		return RehearsedChatView{}, err
	}
	s := chat.Session()
	r, err := operator.RehearsalsOf(a.o).Get(s.Rehearsal)
	if errors.Is(err, rehearsal.ErrUnknown) {
		err = nil
	}
	if err != nil {
		return RehearsedChatView{}, err
	}
	kept, err := a.o.History().Results(a.ctx, s.Space, rehearsal.KeepTool)
	return RehearsedChatView{Waits: len(r.Files()), Kept: slices.ContainsFunc(kept, func(k history.Returned) bool { return keptOf(k, s.Rehearsal) })}, err
}

// keptOf reports whether a call has kept something of a rehearsal.
func keptOf(k history.Returned, rehearsed string) bool {
	var in rehearsal.KeepInput
	return json.Unmarshal(k.Input, &in) == nil && in.ID == rehearsed && k.Content != "" && !strings.HasPrefix(k.Content, "kept 0 ")
}

// RehearsedText shows what would become of one of those names.
func (a *Rehearsals) RehearsedText(id, item string) (ComparisonView, error) {
	r, err := operator.RehearsalsOf(a.o).Get(id)
	if err != nil {
		return ComparisonView{}, err
	}
	f, err := operator.RehearsalsOf(a.o).Compare(r, pathOf(item))
	return viewOf(f, err, func(f rehearsal.File) ComparisonView {
		return ComparisonView{Parts: each(f.Parts, partView), Note: sentence(f.Note)}
	})
}

// KeepRehearsal makes true what the person has chosen, and answers the question that waits for it. It
// refuses, and keeps nothing, if that question no longer waits.
func (a *Rehearsals) KeepRehearsal(form KeepForm) (KeptView, error) {
	desk := operator.RehearsalsOf(a.o)
	r, err := desk.Get(form.Rehearsal)
	if err != nil {
		return KeptView{}, err
	}
	only, err := keptPaths(r, each(form.Without, pathOf))
	if err != nil {
		return KeptView{}, err
	}
	result, err := operator.KeepShown(a.ctx, a.o, r, only, form.Question)
	if err == nil && result.Error != nil && result.Error.Code != tools.ExecutionFailed {
		err = result.Error
	}
	if err != nil {
		return KeptView{}, err
	}
	left, err := desk.Get(r.ID)
	if err != nil && !errors.Is(err, rehearsal.ErrUnknown) {
		return KeptView{}, err
	}
	v := KeptView{Kept: len(r.Files()) - len(left.Files()), Waits: left.Changes(), Left: []string{}}
	for line := range strings.Lines(result.Content) {
		if why, ok := strings.CutPrefix(strings.TrimSpace(line), "not kept: "); ok {
			v.Left = append(v.Left, why)
		}
	}
	if result.Error != nil {
		v.Error = sentence(result.Error.Message)
	}
	return v, nil
}

// DropRehearsal forgets a rehearsal.
func (a *Rehearsals) DropRehearsal(rehearsal string) error {
	return operator.RehearsalsOf(a.o).Drop(rehearsal)
}

// rehearsed rehearses, and forgets at once what would change nothing.
func (a *Rehearsals) rehearsed(key string, rehearse func(context.Context) (rehearsal.Rehearsal, error)) (RehearsalView, error) {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.ends.Store(key, cancel)
	defer a.ends.Delete(key)
	r, err := rehearse(ctx)
	switch {
	case ctx.Err() != nil && a.ctx.Err() == nil:
		return RehearsalView{}, tools.Errorf(tools.Cancelled, "you stopped this rehearsal: nothing was changed")
	case err == nil && r.Changes() == 0:
		err = operator.RehearsalsOf(a.o).Drop(r.ID)
	}
	return viewOf(r, err, rehearsalView)
}

// keptPaths are the paths to keep when some stay; nil means all. A folder of which something stays is none
// of them: what lies in it is named by itself.
func keptPaths(r rehearsal.Rehearsal, without []string) ([]string, error) {
	files := r.Files()
	stays := func(f rehearsal.File) bool { return f.Moved || slices.Contains(without, f.Abs) }
	if !slices.ContainsFunc(files, stays) {
		return nil, nil
	}
	held := map[string]bool{} // folders of what stays
	for _, f := range files {
		for path := f.Abs; stays(f) && strings.Contains(path, "/"); {
			path = path[:strings.LastIndex(path, "/")]
			held[path] = true
		}
	}
	var only []string
	for _, f := range files {
		if !stays(f) && !held[f.Abs] {
			only = append(only, f.Abs)
			if f.AbsFrom != "" {
				only = append(only, f.AbsFrom)
			}
		}
	}
	if len(only) == 0 {
		return nil, tools.Errorf(tools.InvalidArgs, "nothing is chosen: choose what to keep, or drop the rehearsal")
	}
	return only, nil
}

// KeepForm is what of a rehearsal becomes true.
type KeepForm struct {
	Rehearsal string `json:"rehearsal"`
	// The question that waits for it; "" = none.
	Question string `json:"question"`
	// Items that stay as they are, by their ids.
	Without []string `json:"without"`
}

// RehearsedChatView is what became of a chat that was rehearsed.
type RehearsedChatView struct {
	// Names that are neither kept nor dropped.
	Waits int `json:"waits"`
	// Something of it was kept.
	Kept bool `json:"kept"`
}

// RehearsalRowView is a rehearsal in the list.
type RehearsalRowView struct {
	ID string `json:"id"`
	// "" of a chat.
	Tool string `json:"tool"`
	// The command in its first line, or the input; of a chat, how it began.
	Line string `json:"line"`
	// The chat that was rehearsed; "" = it was one call.
	Session string `json:"session"`
	// The run and the call that rehearsed it; "" of a chat.
	Run   string `json:"run"`
	Call  string `json:"call"`
	Ended string `json:"ended"`
	// Names that it would change.
	Changes int `json:"changes"`
	// Why it failed; "" = it did not.
	Error string `json:"error"`
}

// RehearsalView is what a rehearsed call would change.
type RehearsalView struct {
	Row   RehearsalRowView    `json:"row"`
	Items []RehearsedItemView `json:"items"`
	// How many there are beside these.
	More int `json:"more"`
	// What it has printed, or returned; the exit code of its program, and what is to be said of it.
	Printed  string `json:"printed"`
	ExitCode int    `json:"exitCode"`
	Note     string `json:"note"`
	// What it could reach.
	Network string `json:"network"`
	// What it tried to reach and could not, host:port.
	Tried []string `json:"tried"`
	// Paths that it could only read, and would change in earnest.
	Reading []string `json:"reading"`
	// What is never kept: what git reads unasked, and what is neither file, folder nor link.
	Never []string `json:"never"`
	// What was not done, a sentence each.
	NotDone []string `json:"notDone"`
}

// RehearsedItemView is one name that a rehearsed call would change.
type RehearsedItemView struct {
	ID string `json:"id"`
	// Below the space, or whole.
	Path string `json:"path"`
	// Of what would be renamed: its name now.
	From string        `json:"from"`
	Kind UndoKind      `json:"kind"`
	What RehearsedWhat `json:"what"`
	// Somebody has changed it meanwhile: it can't be kept.
	Moved bool `json:"moved"`
}

// KeptView is what came of keeping.
type KeptView struct {
	// Names that were kept, and those that still wait.
	Kept  int `json:"kept"`
	Waits int `json:"waits"`
	// What was not kept though it was chosen, and why.
	Left []string `json:"left"`
	// Why not all of it could be kept; "" = it was.
	Error string `json:"error"`
}

// RehearsedWhat is what a rehearsed call would do to a name.
type RehearsedWhat string

// What a rehearsed call would do.
const (
	RehearsedNew     RehearsedWhat = "new"
	RehearsedGone    RehearsedWhat = "gone"
	RehearsedChanged RehearsedWhat = "changed"
	RehearsedRenamed RehearsedWhat = "renamed"
	RehearsedMode    RehearsedWhat = "mode"
	RehearsedKind    RehearsedWhat = "kind" // a folder where a file was, and the like
)

func rehearsalRowView(r rehearsal.Rehearsal) RehearsalRowView {
	return RehearsalRowView{
		ID: r.ID, Tool: r.Tool, Line: strings.ToValidUTF8(r.Line(), "\uFFFD"), Session: r.Session, Run: r.Run, Call: r.Call, Ended: timeText(r.Ended), Changes: len(r.Files()),
		Error: sentence(r.Error),
	}
}

// printedBy takes apart what a program's result says: what it printed, how it ended, and a note. Any other result is
// what was printed.
func printedBy(result string) (text string, exit int, note string) {
	var out struct {
		Stdout   *string `json:"stdout"`
		Stderr   string  `json:"stderr"`
		ExitCode int     `json:"exit_code"`
		Note     string  `json:"note"`
	}
	if json.Unmarshal([]byte(result), &out) != nil || out.Stdout == nil {
		return result, 0, ""
	}
	text = *out.Stdout
	if text != "" && out.Stderr != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + out.Stderr, out.ExitCode, out.Note
}

func rehearsalView(r rehearsal.Rehearsal) RehearsalView {
	files := r.Files()
	first := files[:min(len(files), mostItems)]
	printed, exit, note := printedBy(r.Printed)
	v := RehearsalView{
		Row: rehearsalRowView(r), More: len(files) - len(first), Printed: printed, ExitCode: exit, Note: sentence(note), Network: sentence(r.Network), Tried: append([]string{}, r.Tried...),
		Reading: append([]string{}, r.Reading...), Never: append([]string{}, r.Apart...), NotDone: append([]string{}, r.NotDone...),
		Items: each(first, func(f rehearsal.File) RehearsedItemView {
			return RehearsedItemView{ID: itemOf(f.Abs), Path: strings.ToValidUTF8(f.Path, "\uFFFD"), From: strings.ToValidUTF8(f.From, "\uFFFD"), Kind: UndoKind(f.Kind), What: RehearsedWhat(f.What), Moved: f.Moved}
		}),
	}
	for _, l := range r.Layers {
		for _, odd := range l.Odd {
			v.Never = append(v.Never, strings.ToValidUTF8(string(odd.Path), "\uFFFD")+": "+odd.Why)
		}
	}
	return v
}

func partView(p difference.Part) PartView {
	return PartView{Header: p.Header, Lines: each(p.Lines, func(l string) string { return strings.ToValidUTF8(strings.TrimRight(l, "\r\n"), "\uFFFD") })}
}
