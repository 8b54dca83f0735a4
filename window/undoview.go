package window

import (
	"slices"

	"handrail/internal/difference"
	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/settings"
	"handrail/operator/undo"
)

// UndoForm says which calls are meant, and what of what they have changed is taken back.
type UndoForm struct {
	// All calls of these runs and of the sub-agents that worked for them, oldest first.
	Runs []string `json:"runs"`
	// Instead, this call alone.
	Call string `json:"call"`
	// Of the one run, only what came after this: a turn ("3") or a call. "" = all of it.
	After string `json:"after"`
	// Instead, what the calls of a chat have changed behind a place in it, which a branch takes the files back to.
	Branch *PlaceForm `json:"branch,omitempty"`
	// Only these items, by their ids; none = all.
	Only []string `json:"only,omitempty"`
	// Items that stay as they are, by their ids.
	Without []string `json:"without"`
	// Items that are put back although they were changed since.
	Over []string `json:"over"`
	// Items that were changed since, of which only what the calls have changed goes.
	Merge []string `json:"merge"`
	// Items of which only some parts are taken back.
	Parts []UndoPartsForm `json:"parts"`
}

// PlaceForm is a place in a chat: behind an answer of a run; turn 0 is before its prompt.
type PlaceForm struct {
	Run  string `json:"run"`
	Turn int    `json:"turn"`
}

// UndoPartsForm are parts of a text: those of its comparison, counted from 1.
type UndoPartsForm struct {
	Item  string `json:"item"`
	Parts []int  `json:"parts"`
}

// ChangedView is how much a run and its sub-agents have changed.
type ChangedView struct {
	Run string `json:"run"`
	// Names that are not as they were before the run, without folders.
	Files   int `json:"files"`
	Folders int `json:"folders"`
	// Oldest first; those that have changed something.
	Calls []ChangedCallView `json:"calls"`
	// What was taken back of it, oldest first.
	Back []TakenBackView `json:"back"`
}

// ChangedCallView is how many names a call has changed.
type ChangedCallView struct {
	Run     string `json:"run"`
	Call    string `json:"call"`
	New     int    `json:"new"`
	Changed int    `json:"changed"`
	Gone    int    `json:"gone"`
	Mode    int    `json:"mode"`
	Renamed int    `json:"renamed"`
	// Handrail ended while it ran, and looked later: what has changed since it began counts as its own.
	Late bool `json:"late"`
	// It has left something running: what was written after its end counts as its own.
	Beyond bool `json:"beyond"`
	// The call named each of them. Else they changed while it ran, which may be somebody else's doing.
	Exact bool `json:"exact"`
}

// BranchedView is what came of branching with taking files back.
type BranchedView struct {
	// Absent: not everything could be put back.
	Chat *SessionView  `json:"chat,omitempty"`
	Back TakenBackView `json:"back"`
}

// TakenBackView is what came of an undo.
type TakenBackView struct {
	Run  string `json:"run"`
	Call string `json:"call"`
	Time string `json:"time"`
	// The undo that it has taken back; "" = calls that had changed something.
	Of string `json:"of"`
	// Names that were put back.
	Files   int `json:"files"`
	Folders int `json:"folders"`
	// What was not, a sentence each.
	Left []string `json:"left"`
	// Why not everything could be put back; "" = it was.
	Error string `json:"error"`
}

// ChangedItemsView is what calls have changed.
type ChangedItemsView struct {
	Items []ChangedItemView `json:"items"`
	// How many there are beside these.
	More int `json:"more"`
	// What is not covered, a sentence each, and folders that are left out because tools make them anew.
	Partial []string `json:"partial"`
	Skipped []string `json:"skipped"`
	// What may be somebody else's work, a sentence each.
	Unsure []string `json:"unsure"`
}

// ChangedItemView is one name that calls have changed.
type ChangedItemView struct {
	ID string `json:"id"`
	// Below the space, or whole.
	Path string `json:"path"`
	// Of what was renamed: its name before.
	From string     `json:"from"`
	Kind UndoKind   `json:"kind"`
	What UndoneWhat `json:"what"`
	// The call that has changed it last: what a person has decided about it holds until another one does.
	Call string `json:"call"`
	// Of what was renamed: the id of its name before.
	Was string `json:"was"`
}

// UndoPlanView is what an undo would do.
type UndoPlanView struct {
	Items []UndoItemView `json:"items"`
	// How many there are beside these, and how many of those would be put back.
	More      int `json:"more"`
	MoreReady int `json:"moreReady"`
	// What can't be taken back, a sentence each.
	Elsewhere []string `json:"elsewhere"`
	Partial   []string `json:"partial"`
	Skipped   []string `json:"skipped"`
	// What may be somebody else's work, a sentence each.
	Unsure []string `json:"unsure"`
	// Calls that ran at the same time: some of the changes may be theirs.
	Beside []string `json:"beside"`
	// Names what was shown, for TakeBack.
	Digest string `json:"digest"`
}

// UndoItemView is one name of a plan; of what gets its old name back, both.
type UndoItemView struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	// Of what gets its old name back: the one that it has now, and the id of that one, which goes along.
	From  string     `json:"from"`
	With  string     `json:"with"`
	Kind  UndoKind   `json:"kind"`
	What  UndoWhat   `json:"what"`
	State undo.State `json:"state"`
	// Why it stays.
	Why string `json:"why"`
}

// ComparisonView is a name's contents beside each other.
type ComparisonView struct {
	Parts []PartView `json:"parts"`
	// Why there are none; "" = there are, or the contents are the same.
	Note string `json:"note"`
	// Of what was changed since: what was there before the calls, what is there now, and what would
	// be there if only what the calls have changed went. Apart is false if that can't be told apart.
	Conflict bool   `json:"conflict"`
	Then     string `json:"then"`
	Now      string `json:"now"`
	Would    string `json:"would"`
	Apart    bool   `json:"apart"`
	// There was nothing before, there is nothing now.
	NoThen bool `json:"noThen"`
	NoNow  bool `json:"noNow"`
}

// PartView is a piece of a text that can be taken back by itself.
type PartView struct {
	// "@@ -1,2 +1,3 @@"
	Header string `json:"header"`
	// Each with " ", "-" or "+" before it.
	Lines []string `json:"lines"`
}

// StorageView is how much is kept of what calls have changed.
type StorageView struct {
	Bytes int64  `json:"bytes"`
	Calls int    `json:"calls"`
	Since string `json:"since"`
	// -1 = no bound.
	KeepDays int   `json:"keepDays"`
	MaxMB    int64 `json:"maxMB"`
	MaxCalls int   `json:"maxCalls"`
	// Files that may hold secrets are kept, too.
	Secrets bool `json:"secrets"`
}

// StorageForm is how much may be kept.
type StorageForm struct {
	// -1 = no bound; 0 = the usual.
	KeepDays int   `json:"keepDays"`
	MaxMB    int64 `json:"maxMB"`
	MaxCalls int   `json:"maxCalls"`
	Secrets  bool  `json:"secrets"`
}

// changedCallView counts what a call has changed; of one that was looked at more than once, in all its parts.
func changedCallView(parts []*snapshot.Set) ChangedCallView {
	v := ChangedCallView{Run: parts[0].Run, Call: parts[0].ID, Exact: true}
	for _, p := range parts {
		v.Exact = v.Exact && p.Exact
		v.Late = v.Late || p.When == journal.SeenLate
		v.Beyond = v.Beyond || p.When == journal.AfterItsEnd
	}
	items := undo.Merged(parts)
	for _, i := range items {
		switch made(i).What() {
		case "new":
			v.New++
		case "gone":
			v.Gone++
		case "mode":
			v.Mode++
		default:
			v.Changed++
		}
	}
	v.Renamed = len(renamed(items, made))
	v.New, v.Gone = v.New-v.Renamed, v.Gone-v.Renamed
	return v
}

// made is what calls have done to a name, and would what an undo does to it.
func made(i undo.Item) snapshot.Change {
	return snapshot.Change{Path: i.Path, Before: i.Then, After: i.Left}
}
func would(i undo.Item) snapshot.Change {
	if i.State != undo.Ready {
		return snapshot.Change{Path: i.Path}
	}
	return snapshot.Change{Path: i.Path, Before: i.Left, After: i.Want}
}

// renamed pairs items that are one file under two names: by the item with the name that it gets, the one with the name
// that it had.
func renamed(items []undo.Item, of func(undo.Item) snapshot.Change) map[string]undo.Item {
	changes, at := map[string][]snapshot.Change{}, map[string]undo.Item{}
	for _, i := range items {
		changes[i.Root], at[i.Abs()] = append(changes[i.Root], of(i)), i
	}
	out := map[string]undo.Item{}
	for root, list := range changes {
		for name, before := range difference.Renamed(list) {
			out[undo.Item{Root: root, Path: name}.Abs()] = at[undo.Item{Root: root, Path: before}.Abs()]
		}
	}
	return out
}

// shownOnce leaves out of items those whose other name says what becomes of them.
func shownOnce(items []undo.Item, pairs map[string]undo.Item) []undo.Item {
	left := map[string]bool{}
	for _, i := range pairs {
		left[i.Abs()] = true
	}
	return slices.DeleteFunc(slices.Clone(items), func(i undo.Item) bool { return left[i.Abs()] })
}

func (a *Undo) takenBackView(u history.Undone, of string) TakenBackView {
	v := TakenBackView{Run: u.Run, Call: u.Call, Time: timeText(u.Time), Of: of, Left: append([]string{}, u.Left...)}
	sets, _ := operator.UndoKeeperOf(a.o).Kept(a.ctx, u.Run) // of an undo that can't be undone any more, all count as files
	items := undo.Merged(sets)
	for _, i := range items {
		if undoKind(i) == UndoFolder && v.Folders < u.Changed {
			v.Folders++
		}
	}
	v.Files = max(0, u.Changed-v.Folders-len(renamed(items, made)))
	return v
}

func changedItemsView(dir string, p *undo.Plan) ChangedItemsView {
	pairs := renamed(p.Items, made)
	items := shownOnce(p.Items, pairs)
	first := items[:min(len(items), mostItems)]
	return ChangedItemsView{
		More: len(items) - len(first), Partial: append([]string{}, p.Partial...), Unsure: append([]string{}, p.Unsure...),
		Skipped: each(p.Skipped, func(path string) string { return pathShown(dir, path) }),
		Items: each(first, func(i undo.Item) ChangedItemView {
			v := ChangedItemView{ID: itemOf(i.Abs()), Path: pathShown(dir, i.Abs()), Kind: undoKind(i), What: UndoneWhat(made(i).What())}
			if len(i.Calls) > 0 {
				v.Call = i.Calls[len(i.Calls)-1]
			}
			if from, ok := pairs[i.Abs()]; ok {
				v.What, v.From, v.Was = UndoneRenamed, pathShown(dir, from.Abs()), itemOf(from.Abs())
			}
			return v
		}),
	}
}

func undoPlanView(dir string, p *undo.Plan) UndoPlanView {
	pairs := renamed(p.Items, would)
	items := shownOnce(p.Items, pairs)
	first := items[:min(len(items), mostItems)]
	v := UndoPlanView{
		More: len(items) - len(first), Elsewhere: append([]string{}, p.Elsewhere...), Partial: append([]string{}, p.Partial...), Unsure: append([]string{}, p.Unsure...),
		Beside: append([]string{}, p.Beside...), Skipped: each(p.Skipped, func(path string) string { return pathShown(dir, path) }), Digest: p.Digest,
		Items: each(first, func(i undo.Item) UndoItemView {
			v := UndoItemView{ID: itemOf(i.Abs()), Path: pathShown(dir, i.Abs()), Kind: undoKind(i), What: UndoWhat(i.What()), State: i.State, Why: sentence(i.Why)}
			if from, ok := pairs[i.Abs()]; ok {
				v.What, v.From, v.With = UndoRename, pathShown(dir, from.Abs()), itemOf(from.Abs())
			}
			return v
		}),
	}
	for _, i := range items[len(first):] {
		if i.State == undo.Ready {
			v.MoreReady++
		}
	}
	return v
}

// kindOf is what an item is, or was.
func undoKind(i undo.Item) UndoKind {
	for _, e := range []*snapshot.Entry{i.Left, i.Then, i.Now} {
		if e != nil {
			return UndoKind(e.Kind)
		}
	}
	return UndoFile
}

func comparisonView(i undo.Item, c undo.Comparison) ComparisonView {
	return ComparisonView{
		Note: sentence(c.Note), Conflict: i.State == undo.Conflict, Then: c.Then, Now: c.Now, Would: c.Would, Apart: c.Merged, NoThen: i.Then == nil, NoNow: i.Now == nil,
		Parts: each(c.Parts, func(p undo.Part) PartView { return partView(p) }),
	}
}

func storageView(s settings.Snapshots, u snapshot.Usage) StorageView {
	age, bytes, calls := s.Bounds()
	v := StorageView{Bytes: u.Bytes, Calls: u.Sets, Since: timeText(u.Oldest), KeepDays: -1, MaxMB: -1, MaxCalls: -1, Secrets: s.Secrets != settings.Never}
	if age > 0 {
		v.KeepDays = int(age.Hours() / 24)
	}
	if bytes > 0 {
		v.MaxMB = bytes >> 20
	}
	if calls > 0 {
		v.MaxCalls = calls
	}
	return v
}

// UndoKind is what lies under a name.
type UndoKind string

// The kinds.
const (
	UndoFile   UndoKind = "file"
	UndoFolder UndoKind = "folder"
	UndoLink   UndoKind = "link"
)

// UndoWhat is what an undo would do to a name.
type UndoWhat string

// What an undo does.
const (
	UndoDelete  UndoWhat = "delete"
	UndoRestore UndoWhat = "restore" // it is gone
	UndoChange  UndoWhat = "change"
	UndoMode    UndoWhat = "mode"
	UndoRename  UndoWhat = "rename" // it gets its old name back
)

// UndoneWhat is what calls have done to a name.
type UndoneWhat string

// What calls do.
const (
	UndoneNew     UndoneWhat = "new"
	UndoneGone    UndoneWhat = "gone"
	UndoneChanged UndoneWhat = "changed"
	UndoneMode    UndoneWhat = "mode"
	UndoneRenamed UndoneWhat = "renamed"
	UndoneKind    UndoneWhat = "kind" // a folder where a file was, and the like
)
