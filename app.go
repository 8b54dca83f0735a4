//go:build desktop || dev || bindings

package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"handrail/bridge"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/serving"
	"handrail/operator/settings"
	"handrail/tools"
)

// App is what the window may ask. Every exported method can be called from the
// page; frontend/src/backend/backend.ts says what each promises.
type App struct {
	ctx     context.Context // Wails' own: for dialogs, events and the clipboard
	o       *operator.Operator
	clients *serving.Clients
	dialogs *bridge.Dialogs
	behind  atomic.Bool // the person cannot see the window: see InFront
	broken  error       // why the app could not be opened; what the page asks first returns it
	stop    func()
}

// startup opens the app. A failure is shown by the page, which asks first thing.
func (a *App) startup(ctx context.Context, space string) {
	a.ctx = ctx
	home, err := os.UserHomeDir()
	if err != nil {
		a.broken = err
		a.giveUp()
		return
	}
	a.o, a.broken = operator.Open(ctx, operator.Config{
		Dirs: settings.DefaultDirs(), Version: version, Home: home, Environ: settings.DesktopEnviron(ctx), Helper: roomHelper(),
		Confirmer: func(o *operator.Operator) tools.Confirmer {
			a.dialogs = bridge.New(bridge.Config{Env: os.Environ(), Roots: o.Roots})
			return windowConfirmer(o, a.dialogs, a.inFront)
		},
		Former: func(o *operator.Operator) tools.Former {
			return &bridge.FormAnnouncer{Dialogs: a.dialogs, InFront: a.inFront, Next: o.Forms()}
		},
		Bridge: func(o *operator.Operator) (tools.Source, error) {
			return bridge.NewSource(bridge.SourceConfig{Dialogs: a.dialogs, Grant: o.Grant})
		},
	})
	if a.broken != nil {
		a.giveUp()
		return
	}
	a.stop = a.o.Listen(func(e news.Event) {
		if v, ok := appEvent(a.o, e); ok {
			wails.EventsEmit(a.ctx, "handrail", v)
		}
	})
	a.clients = serving.New(a.o, serving.Config{})
	_ = a.clients.Listen(ctx) // it tells the window what is wrong
	a.broken = a.o.Restore(ctx, space)
}

// inFront reports whether the person can see the window.
func (a *App) inFront() bool { return !a.behind.Load() }

// giveUp says why the app cannot be opened, and ends it: without its journal and
// settings no page would be true. GTK takes the text as a format.
func (a *App) giveUp() {
	fmt.Fprintln(os.Stderr, "handrail:", a.broken)
	_, err := wails.MessageDialog(a.ctx, wails.MessageDialogOptions{
		Type: wails.ErrorDialog, Title: "Handrail cannot start", Message: strings.ReplaceAll(a.broken.Error(), "%", "%%"),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "handrail: that could not be shown:", err)
	}
	wails.Quit(a.ctx)
}

func (a *App) shutdown() {
	if a.o == nil {
		return
	}
	if a.stop != nil {
		a.stop()
	}
	if err := a.o.Close(); err != nil {
		wails.LogError(a.ctx, err.Error())
	}
}

// About says what this app is.
func (a *App) About() (AboutView, error) {
	if a.broken != nil {
		return AboutView{}, a.broken
	}
	d := a.o.Dirs()
	return AboutView{Version: version, Commit: commit(), OS: runtime.GOOS + "/" + runtime.GOARCH, ConfigDir: d.Config, DataDir: d.Data}, nil
}

// Doctor says what works here and what does not.
func (a *App) Doctor() ([]DoctorView, error) {
	return each(a.o.Doctor(a.ctx, nil), doctorView), a.broken
}

// Spaces lists the folders on the window's list.
func (a *App) Spaces() ([]SpaceView, error) {
	if a.broken != nil {
		return nil, a.broken
	}
	return each(a.o.Spaces(), spaceView), nil
}

// PickSpace asks for a folder with a native dialog. None: the person cancelled.
func (a *App) PickSpace() ([]SpaceView, error) {
	dir, err := wails.OpenDirectoryDialog(a.ctx, wails.OpenDialogOptions{Title: "Open a folder as a space"})
	if err != nil || dir == "" {
		return []SpaceView{}, err
	}
	view, err := a.OpenSpace(dir)
	return []SpaceView{view}, err
}

// OpenSpace opens a folder and puts it on the list.
func (a *App) OpenSpace(path string) (SpaceView, error) {
	s, err := a.o.AddSpace(a.ctx, path)
	return viewOf(s, err, spaceView)
}

// RemoveSpace takes a folder off the list.
func (a *App) RemoveSpace(space string) error { return a.o.RemoveSpace(space) }

// Problems lists what is wrong in a space's files.
func (a *App) Problems(space string) ([]ProblemView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []ProblemView { return each(s.Problems(), problemView) })
}

// Inventory lists what a space would be able to run.
func (a *App) Inventory(space string) (InventoryView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, inventoryView)
}

// TrustSpace trusts the inventory with this digest.
func (a *App) TrustSpace(space, digest string) (SpaceView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.SetTrusted(a.ctx, digest)
	}
	return viewOf(s, err, spaceView)
}

// Sessions lists the chats of a space.
func (a *App) Sessions(space string) ([]SessionView, error) {
	list, err := a.o.Chats(a.ctx, space)
	return each(list, sessionView), err
}

// NewSession begins a chat.
func (a *App) NewSession(space, agent string) (SessionView, error) {
	chat, err := a.o.NewChat(space, agent)
	return viewOf(chat, err, chatView)
}

// SetModel chooses the model of a chat.
func (a *App) SetModel(session, model string) (SessionView, error) {
	chat, err := a.o.Chat(a.ctx, session)
	if err == nil {
		err = chat.SetModel(model)
	}
	return viewOf(chat, err, chatView)
}

// SessionEvents pages through the events of a chat.
func (a *App) SessionEvents(session string, after int64, limit int) (EventsPageView, error) {
	return pageOf(a.o.ChatEvents(a.ctx, session, after, limit+1))(limit)
}

// Send starts a run of a chat.
func (a *App) Send(session, text string) (RunView, error) {
	chat, err := a.o.Chat(a.ctx, session)
	if err != nil {
		return RunView{}, err
	}
	run, err := chat.Send(text)
	return runView(run), err
}

// CancelRun ends a run that is going on.
func (a *App) CancelRun(run string) error { return a.o.CancelRun(run) }

// Tools lists the tools of a space.
func (a *App) Tools(space string) ([]ToolView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []ToolView { return each(s.Registry().Entries(), toolView) })
}

// Tool shows one tool whole.
func (a *App) Tool(space, qualified string) (ToolDetailView, error) {
	e, err := a.o.Tool(space, qualified)
	return viewOf(e, err, toolDetailView)
}

// Preview settles a call without running it.
func (a *App) Preview(space, tool, input string) (PreviewView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) PreviewView { return previewView(s.Forecast(a.ctx, tool, input)) })
}

// TryTool starts a call and returns at once.
func (a *App) TryTool(space, tool, input, digest string) (StartedCallView, error) {
	run, call, err := a.o.Try(space, tool, input, digest)
	return StartedCallView{Run: run, Call: call}, err
}

// CancelCall ends one call that goes on. Its run goes on.
func (a *App) CancelCall(call string) error { return a.o.CancelCall(call) }

// Hands reads a space's ctxnest.json.
func (a *App) Hands(space string) (HandsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HandsView{}, err
	}
	f, err := s.HandsFile()
	return viewOf(f, err, handsView)
}

// CheckHands judges a text as the loader would.
func (a *App) CheckHands(space, text string) (HandsCheckView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) HandsCheckView { return handsCheckView(s.CheckHands(text)) })
}

// ResolveHand works out what a hand of a text would run. It runs nothing.
func (a *App) ResolveHand(space, text, hand, input string) (HandArgvView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) HandArgvView { return handArgvView(s.ResolveHand(text, hand, input)) })
}

// TryPattern says whether a value passes a pattern.
func (a *App) TryPattern(pattern, value string) (PatternView, error) {
	passes, why := operator.TryPattern(pattern, value)
	return PatternView{Passes: passes, Why: why}, nil
}

// SaveHands writes ctxnest.json, unless it is another one than the digest names.
func (a *App) SaveHands(space, text, digest string) (SavedHandsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return SavedHandsView{}, err
	}
	saved, err := s.SaveHands(a.ctx, text, digest)
	return viewOf(saved, err, savedHandsView)
}

// HandHistory lists the past calls of a hand.
func (a *App) HandHistory(space, hand string) ([]HandCallView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	calls, err := s.HandHistory(a.ctx, hand)
	return each(calls, handCallView), err
}

// ProposeHands lists the hands that the project's own files suggest.
func (a *App) ProposeHands(space string) (HandProposalsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HandProposalsView{}, err
	}
	found, err := s.ProposeHands(a.ctx)
	return viewOf(found, err, handProposalsView)
}

// Runs pages through the runs of a space.
func (a *App) Runs(space, cursor string, limit int) (RunsPageView, error) {
	runs, next, err := a.o.Runs(a.ctx, space, cursor, limit)
	return RunsPageView{Runs: each(runs, runView), Next: next}, err
}

// Run shows one run.
func (a *App) Run(run string) (RunView, error) {
	r, err := a.o.FindRun(a.ctx, run)
	return runView(r), err
}

// RunEvents pages through the events of a run.
func (a *App) RunEvents(run string, after int64, limit int) (EventsPageView, error) {
	return pageOf(a.o.Events(a.ctx, run, after, limit+1))(limit)
}

// ExportRun asks for a file name and writes a run there.
func (a *App) ExportRun(run, format string) (string, error) {
	path, err := wails.SaveFileDialog(a.ctx, wails.SaveDialogOptions{Title: "Export a run", DefaultFilename: "run-" + run + "." + format})
	if err != nil || path == "" {
		return "", err
	}
	return path, a.o.ExportTo(a.ctx, run, format, path)
}

// Settings are what the person has set.
func (a *App) Settings() (SettingsView, error) {
	if a.o == nil {
		return SettingsView{}, a.broken
	}
	return settingsView(a.o.Settings(a.ctx), nil)
}

// SetTheme chooses light, dark or the system's.
func (a *App) SetTheme(theme string) (SettingsView, error) {
	return settingsView(a.o.SetTheme(a.ctx, theme))
}

// SetDefaultModel chooses the model that new chats talk to.
func (a *App) SetDefaultModel(model string) (SettingsView, error) {
	return settingsView(a.o.SetDefaultModel(a.ctx, model))
}

// LocalServers looks for model servers on this machine.
func (a *App) LocalServers() ([]LocalServerView, error) {
	ctx, cancel := context.WithTimeout(a.ctx, 3*time.Second)
	defer cancel()
	return each(a.o.LocalServers(ctx), localServerView), nil
}

// AddProvider stores a provider and tries it.
func (a *App) AddProvider(form ProviderForm) (ProviderView, error) {
	p, err := a.o.AddProvider(a.ctx, form.Name, operator.Provider{Type: form.Type, URL: form.URL}, form.Key)
	return viewOf(p, err, providerView)
}

// RemoveProvider forgets a provider and its key.
func (a *App) RemoveProvider(name string) (SettingsView, error) {
	return settingsView(a.o.RemoveProvider(a.ctx, name))
}
