//go:build desktop || dev || bindings

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	wailsrun "github.com/wailsapp/wails/v2/pkg/runtime"

	"handrail/bridge"
	"handrail/bridge/card"
	"handrail/bridge/viewer"
	"handrail/bridge/zoom"
	"handrail/internal/frame"
	"handrail/internal/local"
	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/pages"
	"handrail/operator/settings"
	"handrail/tools"
	"handrail/tools/spoken"
	"handrail/window"
)

//go:embed all:frontend/dist
var page embed.FS

//go:embed build/appicon.png
var icon []byte

// isDesktop says which of the two programs this is.
const isDesktop = true

func windowOf() func(space string) int { return openWindow }

// pageViewer is the program that shows pages of spaces: this one, if it can; else "".
func pageViewer() string {
	self, err := os.Executable()
	if err != nil || !viewer.Possible() {
		return ""
	}
	return self
}

// cardProgram is the program that shows cards: this one, if it can; else "".
func cardProgram() string {
	self, err := os.Executable()
	if err != nil || !card.Possible() {
		return ""
	}
	return self
}

// openWindow opens the window on a folder or for an address, "" for the last folders, and returns
// when it is closed; if another window has this data folder, that one is given what this one was to do.
// Nothing else is opened before wails.Run: it also runs while the bindings are generated.
func openWindow(open string) (code int) {
	a := &app{window: window.New(version), data: settings.DefaultDirs().Data}
	space, request := open, frame.Request{Folder: open}
	if strings.HasPrefix(open, addresses) {
		space, request = "", frame.Request{Link: open}
	}
	if !generating {
		only, err := frame.Hold(context.Background(), a.data, request)
		switch {
		case errors.Is(err, frame.ErrSilent): // it must not keep the person out
			fmt.Fprintln(terminal.Err(), "handrail:", err)
		case err != nil:
			fmt.Fprintln(terminal.Err(), "handrail:", err)
			return 1
		case only == nil:
			return 0
		}
		a.only = only
		defer func() { _ = only.Close() }() // the process ends
	}
	if request.Link != "" {
		a.window.Ask(request.Link)
	}
	a.place = frame.ReadPlace(a.data)
	defer func() {
		if r := recover(); r != nil { // GTK found a display that it cannot use
			fmt.Fprintf(terminal.Err(), "handrail: the window cannot be opened: %v; in a terminal, try: handrail chat\n", r)
			code = 1
		}
	}()
	err := wails.Run(&options.App{
		Title: "Handrail", Width: a.place.Width, Height: a.place.Height, MinWidth: frame.LeastWidth, MinHeight: frame.LeastHeight,
		AssetServer:      &assetserver.Options{Assets: page, Middleware: frame.Speak(language)},
		BackgroundColour: options.NewRGB(24, 24, 26),
		// What is dropped reaches the page, which takes files for a message and refuses all else: frontend/src/app/drops.ts.
		// WebKit on Linux tells the page of a drop, and not of the files: there they come from GTK.
		DragAndDrop:    &options.DragAndDrop{EnableFileDrop: runtime.GOOS == "linux"},
		OnStartup:      func(ctx context.Context) { a.restorePlace(ctx); a.start(ctx, space) },
		OnBeforeClose:  a.stays,
		OnShutdown:     func(context.Context) { a.close() },
		Bind:           a.window.Bound(generating),
		EnumBind:       window.Words(),
		ErrorFormatter: window.ErrorText,
		Linux:          &linux.Options{Icon: icon, ProgramName: "handrail", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	})
	if err != nil {
		fmt.Fprintln(terminal.Err(), "handrail: the window cannot be opened:", err)
		return 1
	}
	return 0
}

// app is the desktop app: the window, the operator behind it, and native dialogs.
type app struct {
	ctx      context.Context // Wails' own: for dialogs and events
	window   *window.Window
	operator *operator.Operator
	dialogs  *bridge.Dialogs
	data     string        // the data folder
	only     *frame.Holder // nil: another window has the data folder, too
	place    frame.Place   // where the window was the last time
	leaving  atomic.Bool   // the person has said that it ends
}

// addresses begin with this.
const addresses = "handrail:"

// start opens the app. A failure is shown by the page, which asks first thing.
func (a *app) start(ctx context.Context, space string) {
	a.ctx = ctx
	wailsrun.OnFileDrop(ctx, func(_, _ int, paths []string) { a.window.Dropped(paths) })
	home, err := os.UserHomeDir()
	if err == nil {
		a.operator, err = operator.Open(ctx, a.config(ctx, home))
	}
	a.window.Open(ctx, desktop{ctx, a}, a.operator, err)
	if err != nil {
		a.giveUp(err)
		return
	}
	if err := a.operator.Restore(ctx, space); err != nil {
		a.window.Fail(err)
	}
	operator.ShowMachines(a.operator)
	a.window.Ready(space, a.place.Page)
	if a.only == nil {
		return
	}
	if err := a.only.Serve(a.data, a.window.Take); err != nil && !errors.Is(err, local.ErrUnsupported) {
		fmt.Fprintln(terminal.Err(), "handrail: a second start opens a window of its own:", err)
	}
}

// restorePlace puts the window where it was, if that can be seen.
func (a *app) restorePlace(ctx context.Context) {
	screens, err := wailsrun.ScreenGetAll(ctx)
	if err != nil {
		return
	}
	for _, s := range screens {
		if !s.IsCurrent {
			continue
		}
		fits := a.place.Fit(s.Size.Width, s.Size.Height)
		if fits.Width != a.place.Width || fits.Height != a.place.Height {
			wailsrun.WindowSetSize(ctx, fits.Width, fits.Height)
		}
		if fits.Set {
			wailsrun.WindowSetPosition(ctx, fits.X, fits.Y)
		}
	}
	if a.place.Maximised {
		wailsrun.WindowMaximise(ctx)
	}
}

// keepPlace keeps where the window is, for the next time.
func (a *app) keepPlace(ctx context.Context) {
	p := a.place
	p.Maximised = wailsrun.WindowIsMaximised(ctx)
	if wailsrun.WindowIsNormal(ctx) {
		p.Width, p.Height = wailsrun.WindowGetSize(ctx)
		p.X, p.Y = wailsrun.WindowGetPosition(ctx)
		p.Set = true
	}
	p.Page = a.window.Shown()
	if err := p.Write(a.data); err != nil {
		wailsrun.LogError(ctx, err.Error())
	}
}

func (a *app) config(ctx context.Context, home string) operator.Config {
	return operator.Config{
		Dirs: settings.DefaultDirs(), Version: version, Home: home, Environ: settings.DesktopEnviron(ctx), Helper: roomHelper(), Stop: stopSignals(),
		Confirmer: func(o *operator.Operator) tools.Confirmer {
			a.dialogs = bridge.New(bridge.Config{Env: os.Environ(), Roots: o.Roots, Cards: cardProgram(), Language: language})
			return windowConfirmer(o, a.dialogs, a.window)
		},
		Together: true,
		Former: func(o *operator.Operator) tools.Former {
			return &bridge.FormAnnouncer{Dialogs: a.dialogs, InFront: a.window.InFront, Next: o.Asking().Forms()}
		},
		Bridge: func(o *operator.Operator) (tools.Source, error) {
			return bridge.NewSource(bridge.SourceConfig{Dialogs: a.dialogs, Grant: o.Permits().GrantPath, Within: o.Permits().Within, Secrets: o.Secrets(), OpenChat: func(call tools.Call) { a.window.OpenChat(call.Space, call.Session) }})
		},
	}
}

// windowConfirmer asks in one place: in the window, or by a native dialog, as the person has set
// and as it takes the keyboard from nobody (docs/spec/11-guard.md#the-dialog). The window says where,
// and can take over what stands in a dialog. What a
// dialog cannot show whole is reviewed in the window. While the window is not
// in front, which the page tells by InFront, a notification says that somebody
// waits.
func windowConfirmer(o *operator.Operator, d *bridge.Dialogs, w *window.Window) tools.Confirmer {
	list := o.Asking().Questions()
	set := func() settings.Settings { s, _, _ := o.Settings().Load(); return s } // a broken file counts as none: its page says so
	dialog := &bridge.Confirmer{Dialogs: d, Review: bridge.Elsewhere, Settles: bridge.Settles, Tact: &bridge.Tact{
		InFront: w.InFront, Typed: w.Typed, Taken: list.Taken,
		When:   func() bridge.When { return bridge.When(set().Dialogs.Or()) },
		Stands: func(id string, s bridge.Stand) { list.Standing(id, news.DialogState(s)) },
		Dark:   func() bool { return set().Theme == "dark" },
	}}
	asked := list.Beside(func(here tools.Confirmer) tools.Confirmer { return bridge.First(here, dialog) })
	return &bridge.Announcer{Dialogs: d, InFront: w.InFront, Next: asked}
}

// giveUp says why the app cannot be opened, and ends it: without its journal and
// settings no page would be true. GTK takes the text as a format.
func (a *app) giveUp(why error) {
	fmt.Fprintln(terminal.Err(), "handrail:", why)
	_, err := wailsrun.MessageDialog(a.ctx, wailsrun.MessageDialogOptions{
		Type: wailsrun.ErrorDialog, Title: spoken.Tongue(language()).Own("Handrail cannot start"), Message: strings.ReplaceAll(why.Error(), "%", "%%"),
	})
	if err != nil {
		fmt.Fprintln(terminal.Err(), "handrail: that could not be shown:", err)
	}
	wailsrun.Quit(a.ctx)
}

// stays asks before the window is closed on agents that work: in the page, or where that does not answer, in a
// dialog. A question that cannot be shown keeps nobody from closing it.
func (a *app) stays(ctx context.Context) bool {
	a.keepPlace(ctx)
	if a.leaving.Load() || !a.window.Busy() {
		return false
	}
	if a.window.AskToClose() {
		return true
	}
	t := spoken.Tongue(language())
	pressed, err := wailsrun.MessageDialog(ctx, wailsrun.MessageDialogOptions{
		Type: wailsrun.QuestionDialog, Title: t.Own("Quit Handrail?"),
		Message: t.Own("An agent is still working. Quit and stop it? You can go on in its chat next time."), DefaultButton: "No",
	})
	return err == nil && pressed != "Yes"
}

func (a *app) close() {
	if a.operator == nil {
		return
	}
	a.window.Close()
	if err := a.operator.Close(); err != nil {
		wailsrun.LogError(a.ctx, err.Error())
	}
}

// desktop implements window.Desktop with what Wails gives. ctx is Wails' own.
type desktop struct {
	ctx context.Context
	app *app
}

// ChooseFolder implements window.Desktop.
func (d desktop) ChooseFolder(title string) (string, error) {
	return wailsrun.OpenDirectoryDialog(d.ctx, wailsrun.OpenDialogOptions{Title: title})
}

// ChooseFiles implements window.Desktop.
func (d desktop) ChooseFiles(title string) ([]string, error) {
	return wailsrun.OpenMultipleFilesDialog(d.ctx, wailsrun.OpenDialogOptions{Title: title})
}

// ChooseFile implements window.Desktop.
func (d desktop) ChooseFile(title, name string) (string, error) {
	return wailsrun.SaveFileDialog(d.ctx, wailsrun.SaveDialogOptions{Title: title, DefaultFilename: name})
}

// OpenURL implements window.Desktop.
func (d desktop) OpenURL(url string) { wailsrun.BrowserOpenURL(d.ctx, url) }

// OpenFile implements window.Desktop.
func (d desktop) OpenFile(path string) error { return d.app.dialogs.OpenFile(d.ctx, path) }

// PageScreen implements window.Desktop.
func (desktop) PageScreen() pages.Screen { return pageScreen() }

// Raise implements window.Desktop.
func (d desktop) Raise() {
	wailsrun.WindowUnminimise(d.ctx)
	wailsrun.WindowShow(d.ctx)
}

// Minimised implements window.Desktop.
func (d desktop) Minimised() bool { return wailsrun.WindowIsMinimised(d.ctx) }

// Zoom implements window.Desktop.
func (desktop) Zoom(percent int) bool { return zoom.Set(percent) }

// Hide implements window.Desktop.
func (d desktop) Hide() { wailsrun.WindowHide(d.ctx) }

// Quit implements window.Desktop.
func (d desktop) Quit() {
	d.app.leaving.Store(true)
	wailsrun.Quit(d.ctx)
}

// Notify implements window.Desktop.
func (d desktop) Notify(title, text string, clicked func()) {
	if err := d.app.dialogs.Notify(d.ctx, title, text, clicked); err != nil {
		wailsrun.LogDebug(d.ctx, err.Error())
	}
}

// Emit implements window.Desktop.
func (d desktop) Emit(e window.AppEvent) { wailsrun.EventsEmit(d.ctx, "handrail", e) }
