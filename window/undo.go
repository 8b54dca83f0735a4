package window

import (
	"time"

	"encoding/base64"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/holdings"
	"handrail/operator/settings"
	"handrail/operator/undo"
	"handrail/tools"
)

// Undo is what calls have changed, and taking it back, as the page asks for them.
type Undo struct{ *app }

// ChangedFiles counts what runs of a space have changed, with what was taken back of it. One that
// has changed nothing, or of which nothing is kept, is left out.
func (a *Undo) ChangedFiles(space string, runs []string) ([]ChangedView, error) {
	backs, err := a.o.History().Undone(a.ctx, space, undo.Name)
	out := []ChangedView{}
	for _, run := range runs {
		if err != nil {
			break
		}
		var sets []*snapshot.Set
		if sets, err = operator.UndoKeeperOf(a.o).Kept(a.ctx, run); len(sets) > 0 {
			out = append(out, a.changedView(run, sets, backs))
		}
	}
	return out, err
}

// ChangedItems lists the names that calls have changed, the first 5,000 by their paths.
func (a *Undo) ChangedItems(space string, form UndoForm) (ChangedItemsView, error) {
	s, r, err := a.meant(space, form)
	if err != nil {
		return ChangedItemsView{}, err
	}
	p, err := operator.UndoOf(s).Changes(a.ctx, r.Calls)
	return viewOf(p, err, func(p *undo.Plan) ChangedItemsView { return changedItemsView(s.Dir(), p) })
}

// ChangedText shows what calls have made of one of those names.
func (a *Undo) ChangedText(space string, form UndoForm, item string) (ComparisonView, error) {
	s, r, err := a.meant(space, form)
	if err != nil {
		return ComparisonView{}, err
	}
	p, err := operator.UndoOf(s).Changes(a.ctx, r.Calls)
	return a.compared(s, p, err, item, undo.Item.Made)
}

// PlanUndo says what an undo would do. Nothing is changed by it.
func (a *Undo) PlanUndo(space string, form UndoForm) (UndoPlanView, error) {
	s, r, err := a.meant(space, form)
	if err != nil {
		return UndoPlanView{}, err
	}
	p, err := operator.UndoOf(s).Plan(a.ctx, r)
	return viewOf(p, err, func(p *undo.Plan) UndoPlanView { return undoPlanView(s.Dir(), p) })
}

// CompareUndo shows what a name of a plan would become. The choices of the form do not count.
func (a *Undo) CompareUndo(space string, form UndoForm, item string) (ComparisonView, error) {
	s, r, err := a.meant(space, UndoForm{Runs: form.Runs, Call: form.Call, After: form.After, Branch: form.Branch})
	if err != nil {
		return ComparisonView{}, err
	}
	r.Only = []string{pathOf(item)}
	p, err := operator.UndoOf(s).Plan(a.ctx, r)
	return a.compared(s, p, err, item, func(i undo.Item) undo.Item { return i })
}

// TakeBack does what the plan with this digest has said. It refuses if that is no longer what
// would be done, and while a call runs in the space; then nothing is changed.
func (a *Undo) TakeBack(space string, form UndoForm, digest string) (TakenBackView, error) {
	s, r, err := a.meant(space, form)
	if err != nil {
		return TakenBackView{}, err
	}
	return a.takeBack(s, r, digest)
}

// BranchBack takes the files back to the place that the form names, as TakeBack does, and then begins a chat there, as
// Branch does. There is no chat if something cannot go back: then nothing is put back, and the error says why. There is
// none either if not everything could be put back after all.
func (a *Undo) BranchBack(space string, form UndoForm, digest string) (BranchedView, error) {
	s, r, err := a.meant(space, form)
	if err == nil && form.Branch == nil {
		err = tools.Errorf(tools.InvalidArgs, "the form names no place in a chat")
	}
	if err != nil {
		return BranchedView{}, err
	}
	point, err := a.chats.PointOf(a.ctx, form.Branch.Run, form.Branch.Turn)
	if err != nil {
		return BranchedView{}, err
	}
	chat, call, result, err := a.chats.BranchBack(a.ctx, point, r, digest, journal.FromChat)
	if err == nil && result.Error != nil && result.Error.Code != tools.ExecutionFailed {
		err = result.Error
	}
	if err != nil {
		return BranchedView{}, err
	}
	v := BranchedView{Back: TakenBackView{Left: []string{}}}
	if chat != nil {
		v.Chat = new(chatView(chat))
	}
	if call != "" {
		v.Back, err = a.takenBack(s, call, result)
	}
	return v, err
}

// Storage says how much is kept of what calls have changed.
func (a *Undo) Storage() (StorageView, error) {
	k := operator.UndoKeeperOf(a.o)
	set, err := k.Settings()
	if err != nil {
		return StorageView{}, err
	}
	used, err := k.Usage(a.ctx)
	return viewOf(used, err, func(u snapshot.Usage) StorageView { return storageView(set, u) })
}

// SetStorage changes for how long, and how much, is kept. What no longer may stay goes within a day.
func (a *Undo) SetStorage(form StorageForm) (StorageView, error) {
	err := operator.UndoKeeperOf(a.o).Change(a.ctx, func(s *settings.Snapshots) {
		s.KeepDays, s.MaxMB, s.MaxCalls, s.Secrets = form.KeepDays, form.MaxMB, form.MaxCalls, ""
		if !form.Secrets {
			s.Secrets = settings.Never
		}
	})
	if err != nil {
		return StorageView{}, err
	}
	return a.Storage()
}

// ForgetStorage deletes all that is kept: what was changed until now can't be taken back any more.
func (a *Undo) ForgetStorage() (StorageView, error) {
	if err := operator.UndoKeeperOf(a.o).Forget(a.ctx); err != nil {
		return StorageView{}, err
	}
	return a.Storage()
}

// Holdings says what is kept on this machine, and for how long.
func (a *Undo) Holdings() (HoldingsView, error) {
	d := operator.HoldingsOf(a.o)
	used, err := d.Usage(a.ctx)
	if err != nil {
		return HoldingsView{}, err
	}
	b, err := d.Bound()
	return viewOf(b, err, func(b holdings.Bound) HoldingsView {
		return HoldingsView{KeepDays: b.Days, MaxMB: b.MB, Parts: each(holdings.Parts(), func(p holdings.Part) HeldPartView { return HeldPartView{p, used[p]} })}
	})
}

// WouldGo counts the runs that would go if the record were kept so long, and so much of it. -1 = no bound.
func (a *Undo) WouldGo(keepDays int, maxMB int64) (int, error) {
	return operator.HoldingsOf(a.o).Would(a.ctx, holdings.Bound{Days: keepDays, MB: maxMB})
}

// KeepRecord sets how long the record is kept. What may not stay goes within a day.
func (a *Undo) KeepRecord(keepDays int, maxMB int64) (HoldingsView, error) {
	if err := operator.HoldingsOf(a.o).Keep(holdings.Bound{Days: keepDays, MB: maxMB}); err != nil {
		return HoldingsView{}, err
	}
	return a.Holdings()
}

// Held says what would be deleted of a space; "" = of all.
func (a *Undo) Held(space string) (HeldView, error) {
	c, err := operator.HoldingsOf(a.o).Contents(a.ctx, space)
	return viewOf(c, err, func(c holdings.Contents) HeldView {
		return HeldView{Runs: c.Runs, Chats: c.Chats, Running: c.Running, Since: timeText(c.Since)}
	})
}

// DeleteHeld deletes what is recorded of a space; with "", all that is recorded, and the output and changes that are kept.
func (a *Undo) DeleteHeld(space string) (HoldingsView, error) {
	if err := operator.HoldingsOf(a.o).Delete(a.ctx, space); err != nil {
		return HoldingsView{}, err
	}
	return a.Holdings()
}

// ExportHeld asks for a file name and writes a copy of what is kept there, for people to read. It returns the path, "" if the
// person has chosen none.
func (a *Undo) ExportHeld() (string, error) {
	path, err := a.desk.ChooseFile(a.tongue().Own("Export what Handrail keeps"), "handrail-"+time.Now().Format("2006-01-02")+".zip")
	if err != nil || path == "" {
		return "", err
	}
	return path, operator.HoldingsOf(a.o).Export(a.ctx, path, true) // the dialog has asked
}

// meant is the space, and what of it a form means.
func (a *Undo) meant(space string, form UndoForm) (s *operator.Space, r undo.Request, err error) {
	if s, err = a.o.Space(space); err != nil {
		return nil, r, err
	}
	if len(form.Only) > 0 {
		r.Only = each(form.Only, pathOf)
	}
	r.Without, r.Over, r.Merge = each(form.Without, pathOf), each(form.Over, pathOf), each(form.Merge, pathOf)
	for _, p := range form.Parts {
		r.Parts = append(r.Parts, undo.Pick{Path: pathOf(p.Item), Parts: p.Parts})
	}
	if form.Branch != nil {
		point, err := a.chats.PointOf(a.ctx, form.Branch.Run, form.Branch.Turn)
		if err != nil {
			return nil, r, err
		}
		s, after, err := a.chats.After(a.ctx, point)
		r.Calls = after.Calls
		return s, r, err
	}
	if form.Call != "" {
		c, err := a.o.History().Call(a.ctx, form.Call)
		r.Calls = []undo.Ref{{Run: c.Run, Call: form.Call}}
		return s, r, err
	}
	for _, id := range form.Runs {
		run, err := a.o.History().FindRun(a.ctx, id)
		if err != nil {
			return nil, r, err
		}
		calls, err := operator.UndoKeeperOf(a.o).CallsOf(a.ctx, run, form.After)
		if err != nil {
			return nil, r, err
		}
		r.Calls = append(r.Calls, calls...)
	}
	return s, r, nil
}

// compared shows one item of a plan, turned as it is to be read.
func (a *Undo) compared(s *operator.Space, p *undo.Plan, err error, item string, turned func(undo.Item) undo.Item) (ComparisonView, error) {
	if err != nil {
		return ComparisonView{}, err
	}
	for _, i := range p.Items {
		if i.Abs() == pathOf(item) {
			i = turned(i)
			c, err := operator.UndoOf(s).Compare(a.ctx, i)
			return viewOf(c, err, func(c undo.Comparison) ComparisonView { return comparisonView(i, c) })
		}
	}
	return ComparisonView{}, tools.Errorf(tools.NotFound, "nothing is kept of %s any more", pathShown(s.Dir(), pathOf(item)))
}

// takeBack does what was shown, and says what came of it.
func (a *Undo) takeBack(s *operator.Space, r undo.Request, digest string) (v TakenBackView, err error) {
	p, err := operator.UndoOf(s).Plan(a.ctx, r)
	if err != nil {
		return v, err
	}
	if p.Digest != digest {
		return v, tools.Errorf(tools.Unavailable, "something was changed since you looked: look at it again, then take it back")
	}
	call, result, err := operator.TakeBack(a.ctx, s, r, digest, journal.FromChat)
	if err != nil {
		return v, err
	}
	if result.Error != nil && result.Error.Code != tools.ExecutionFailed {
		return v, result.Error
	}
	return a.takenBack(s, call, result)
}

// takenBack says what came of an undo.
func (a *Undo) takenBack(s *operator.Space, call string, result tools.Result) (TakenBackView, error) {
	v := TakenBackView{Left: []string{}}
	backs, err := a.o.History().Undone(a.ctx, s.Dir(), undo.Name)
	for _, b := range backs {
		if b.Call == call {
			v = a.takenBackView(b, "")
		}
	}
	if result.Error != nil {
		v.Error = sentence(result.Error.Message)
	}
	return v, err
}

// rawPrefix begins the id of an item whose path is no UTF-8.
const rawPrefix = "base64:"

// itemOf is the id of the item with a path.
func itemOf(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	return rawPrefix + base64.StdEncoding.EncodeToString([]byte(path))
}

// pathOf is the path of the item with an id.
func pathOf(item string) string {
	if text, ok := strings.CutPrefix(item, rawPrefix); ok {
		if raw, err := base64.StdEncoding.DecodeString(text); err == nil {
			return string(raw)
		}
	}
	return item
}

// pathShown is a path as a person reads it: below the space, or whole.
func pathShown(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.ToSlash(rel)
	}
	return strings.ToValidUTF8(path, "\uFFFD")
}

// mostItems is how many names the page is given.
const mostItems = 5000

func (a *Undo) changedView(run string, sets []*snapshot.Set, backs []history.Undone) ChangedView {
	v := ChangedView{Run: run, Calls: each(byCall(sets), changedCallView), Back: []TakenBackView{}}
	items := undo.Merged(sets)
	for _, i := range shownOnce(items, renamed(items, made)) {
		if undoKind(i) == UndoFolder {
			v.Folders++
		} else {
			v.Files++
		}
	}
	own, again := map[string]bool{}, map[string]bool{}
	for _, s := range sets {
		own[s.ID] = true
	}
	for _, b := range backs {
		for _, c := range b.Calls {
			if b.Changed == 0 || !own[c] && !again[c] {
				continue
			}
			again[b.Call] = true
			if own[c] {
				c = ""
			}
			v.Back = append(v.Back, a.takenBackView(b, c))
			break
		}
	}
	return v
}

// byCall puts the parts of each call together, in the order in which the calls come first.
func byCall(sets []*snapshot.Set) (out [][]*snapshot.Set) {
	at := map[string]int{}
	for _, s := range sets {
		n, known := at[s.ID]
		if !known {
			n = len(out)
			at[s.ID], out = n, append(out, nil)
		}
		out[n] = append(out[n], s)
	}
	return out
}
