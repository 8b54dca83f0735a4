package window

import (
	"encoding/base64"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"handrail/operator/chats"
	"handrail/tools/spoken"
)

// Attaching to a message: the page never names a path. What is picked comes from the system's dialog or its drop, what is pasted as a content.

// SendWith is Send with what is attached to the message, by the ids of AttachFiles and AttachContent: from then on it can be read in
// that chat. Nothing is sent or granted if one of them cannot be.
func (a *Chats) SendWith(session, text string, attached []string) (RunView, error) {
	run, err := a.picks.Send(a.ctx, session, text, attached)
	return runView(run), err
}

// AttachFiles asks for files, or for a folder, with a native dialog, for a message of a chat. What cannot be attached is
// told in the list's problems.
func (a *Chats) AttachFiles(session string, folder bool) (AttachedListView, error) {
	names, err := choose(a.desk, a.tongue(), folder)
	return pickedFor(a.app, session, names), err
}

// AttachDropped attaches what the person has just dropped on the window, where the system tells Go what that was, and the page not. It
// waits a moment for that.
func (a *Chats) AttachDropped(session string) (AttachedListView, error) {
	late := time.After(dropWait)
	for {
		select {
		case d := <-a.drops:
			if time.Since(d.at) < dropWait {
				return pickedFor(a.app, session, d.paths), nil
			}
		case <-late:
			return pickedFor(a.app, session, nil), nil
		case <-a.ctx.Done():
			return AttachedListView{}, a.ctx.Err()
		}
	}
}

// pickedFor are things that the person has picked for a message of a chat: one more than it can have, which tells the page that there are more.
func pickedFor(a *app, session string, names []string) AttachedListView {
	out := AttachedListView{Attached: []AttachedView{}, Problems: []string{}}
	for _, name := range names[:min(len(names), chats.MostBrought+1)] {
		if one, err := a.picks.Choose(a.ctx, session, name); err != nil {
			out.Problems = append(out.Problems, sentence(err.Error()))
		} else {
			out.Attached = append(out.Attached, attachedView(one))
		}
	}
	return out
}

// A dropping is what the person has dropped on the window at once.
type dropping struct {
	paths []string
	at    time.Time
}

// dropWait is how long a drop counts, and how long the page's question waits for one.
const dropWait = 2 * time.Second

// Dropped notes what the person has dropped on the window, as the system tells it.
func (w *Window) Dropped(paths []string) {
	d := dropping{slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !filepath.IsAbs(p) }), time.Now()}
	for {
		select {
		case w.app.drops <- d:
			return
		default:
			select {
			case <-w.app.drops: // nobody has taken it
			default:
			}
		}
	}
}

// choose asks for files, or for a folder; none if the person cancels.
func choose(desk Desktop, t spoken.Tongue, folder bool) ([]string, error) {
	if !folder {
		return desk.ChooseFiles(t.Own("Choose files to read in this chat"))
	}
	dir, err := desk.ChooseFolder(t.Own("Choose a folder to read in this chat"))
	if dir == "" {
		return nil, err
	}
	return []string{dir}, err
}

// AttachContent keeps a content that the person has dropped or pasted, in base64, for a message of a chat.
func (a *Chats) AttachContent(session, name, content string) (AttachedView, error) {
	raw, err := base64.StdEncoding.DecodeString(content)
	if err != nil {
		return AttachedView{}, err
	}
	one, err := a.picks.Copy(a.ctx, session, name, raw)
	return viewOf(one, err, attachedView)
}

// Detach forgets what is not attached to a message any more.
func (a *Chats) Detach(id string) error { return a.picks.Drop(id) }

// FindFiles finds files and folders of a space by some letters of their paths, the best first.
func (a *Chats) FindFiles(space, text string) ([]FoundFileView, error) {
	list, err := a.picks.FindFiles(a.ctx, space, text, 20)
	return each(list, func(f chats.FoundFile) FoundFileView { return FoundFileView(f) }), err
}

// AttachedListView is what was picked at once.
type AttachedListView struct {
	Attached []AttachedView `json:"attached"`
	// Why others cannot be attached.
	Problems []string `json:"problems"`
}

// AttachedView is something that is attached to a message which is not sent yet.
type AttachedView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Where it led when it was picked.
	Path string `json:"path"`
	// That name it in the message that is sent.
	Words  string `json:"words"`
	Folder bool   `json:"folder"`
	// It is a copy of what was dropped or pasted.
	Copy bool `json:"copy"`
	// It lies in the space: nothing is granted.
	Inside bool `json:"inside"`
	// Bytes of a file.
	Size int64 `json:"size"`
	// Of a picture, in pixels; 0 = it is none.
	Width  int `json:"width"`
	Height int `json:"height"`
}

// FoundFileView is a file or folder of a space.
type FoundFileView struct {
	// Relative to the space, with slashes.
	Path string `json:"path"`
	// That name it in a message: "@src/main.go".
	Words  string `json:"words"`
	Folder bool   `json:"folder"`
}

func attachedView(p chats.Pick) AttachedView {
	return AttachedView{ID: p.ID, Name: p.Name, Path: p.Path, Words: p.Words(), Folder: p.Folder, Copy: p.Copy, Inside: p.Inside, Size: p.Size, Width: p.Width, Height: p.Height}
}

// Kept is what is kept of chats: until they are deleted, and until it is sent.
type Kept struct{ *app }

// ChatDeletion says what goes when a chat is deleted, and what stays.
func (a *Kept) ChatDeletion(session string) (DeletionView, error) {
	d, err := chats.DeletionOf(a.ctx, a.chats, session)
	return viewOf(d, err, deletionView)
}

// DeleteChat deletes a chat: what was said in it, pictures, copies and what was not sent. The record of its calls stays. It
// refuses while the agent works, unless stop says to stop it first.
func (a *Kept) DeleteChat(session string, stop bool) error {
	return chats.Delete(a.ctx, a.chats, session, stop)
}

// Unsent is what was written in chats and not sent when the window was closed.
func (a *Kept) Unsent() ([]UnsentView, error) {
	if a.broken() != nil || a.chats == nil {
		return []UnsentView{}, a.broken()
	}
	kept, err := chats.Unsents(a.ctx, a.chats)
	return unsentViews(kept), err
}

// KeepUnsent keeps what is written in a chat and not sent, for when the window is closed; nothing forgets it.
func (a *Kept) KeepUnsent(session, draft string, queue []string) error {
	return chats.KeepUnsent(a.ctx, a.chats, session, chats.Unsent{Draft: draft, Queue: queue})
}

// DeletionView is what goes when a chat is deleted, and what stays.
type DeletionView struct {
	// Of the person; the answers go as well.
	Messages int `json:"messages"`
	Pictures int `json:"pictures"`
	// Of what was dropped or pasted.
	Copies int `json:"copies"`
	// It was only rehearsed, and what it would change was not decided: that goes, too.
	Rehearsed bool `json:"rehearsed"`
	// Their record stays.
	Calls int `json:"calls"`
	// Chats that were branched from it: what they begin with stays.
	Branches int `json:"branches"`
	// The run that must be stopped first, or "".
	Running string `json:"running"`
}

// UnsentView is what was written in a chat and not sent.
type UnsentView struct {
	Session string `json:"session"`
	Draft   string `json:"draft"`
	// Messages that waited for the agent.
	Queue []string `json:"queue"`
}

func deletionView(d chats.Deletion) DeletionView {
	return DeletionView{Messages: d.Messages, Pictures: d.Pictures, Copies: d.Copies, Rehearsed: d.Rehearsed, Calls: d.Calls, Branches: d.Branches, Running: d.Chat.Running}
}

func unsentViews(kept map[string]chats.Unsent) []UnsentView {
	return each(slices.Sorted(maps.Keys(kept)), func(id string) UnsentView {
		return UnsentView{Session: id, Draft: kept[id].Draft, Queue: each(kept[id].Queue, func(text string) string { return text })}
	})
}
