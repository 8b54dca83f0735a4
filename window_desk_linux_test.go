package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/bridge"
	"handrail/bridge/bridgetest"
	"handrail/internal/dev/modeltest"
)

// A sitting is the desktop app as a person has it before them: the real
// program on a display of its own, a hand on the keys, an eye on the screen.
type sitting struct {
	t      testing.TB
	screen *bridgetest.Screen
	bus    *bridgetest.Bus
	model  *modeltest.Server
	space  string // the folder that is open
	env    []string
	cli    string

	id    string // the window's, as X names it
	app   *exec.Cmd
	ended chan error // what became of the app
}

// openTheWindow starts build/bin/handrail-desktop on a trusted copy of
// examples/welcome, with a model that says what the test wants.
func openTheWindow(t *testing.T) *sitting {
	t.Helper()
	home := newHome(t)
	w := &sitting{t: t, model: modeltest.Start(t), space: filepath.Join(home, "bookshelf"), cli: built(t, "handrail"), ended: make(chan error, 1)}
	config, data := filepath.Join(home, "config"), filepath.Join(home, "data")
	w.write(filepath.Join(config, "settings.json"), fmt.Sprintf(
		`{"theme": "light", "plain_titles": true, "models": {"default": "local/%s", "providers": {"local": {"type": "openai", "url": %q}}}}`, modeltest.Model, w.model.URL))
	// A blinking caret would never let the picture come to rest.
	w.write(filepath.Join(home, ".config", "gtk-3.0", "settings.ini"), "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n")
	if err := os.CopyFS(w.space, os.DirFS(filepath.Join("examples", "welcome"))); err != nil {
		t.Fatal(err)
	}
	w.screen = bridgetest.Start(t)
	w.bus = w.screen.StartBus()
	w.env = append(w.screen.Env(), "HOME="+home, "USER=kim", "HANDRAIL_CONFIG_DIR="+config, "HANDRAIL_DATA_DIR="+data)
	w.handrail("space", "trust", "--yes", w.space)
	w.start(built(t, "handrail-desktop"), "--space", w.space)
	return w
}

// question is the dialog that asks whether to lend a book, when an answer to it counts.
func (w *sitting) question() (window string) {
	w.t.Helper()
	window = w.screen.Window("Handrail: run lend-book?")
	time.Sleep(bridge.Settles) // what is pressed sooner does not count
	return window
}

// runOnce runs what the dialog asks about: past the reason, Always and Deny, since no button has the
// keyboard before.
func (w *sitting) runOnce() {
	w.t.Helper()
	w.screen.Press("Tab", "Tab", "Tab", "Tab", "Return")
}

// sayNo denies what the dialog asks about.
func (w *sitting) sayNo() {
	w.t.Helper()
	w.screen.Press("Tab", "Tab", "Tab", "Return")
}

// behind is the dialog that came up while the person is elsewhere, once they have turned to it: it
// has taken no keyboard.
func (w *sitting) behind() {
	w.t.Helper()
	const title = "Handrail: run lend-book?"
	w.until("the dialog", func() bool { return w.screen.Windows(title) > 0 })
	time.Sleep(bridge.Settles)
	if _, ok := w.screen.Focused(title); ok {
		w.t.Error("it has taken the keyboard")
	}
	w.screen.Run("xdotool", "search", "--onlyvisible", "--name", "run lend-book", "windowactivate", "--sync")
	w.question()
}

// leave closes the window by the window manager while an agent works, and presses keys in the dialog of the page that asks
// what is to become of it. It returns the colour of the page without one: see corner. What comes of the keys, the caller waits for.
func (w *sitting) leave(keys ...string) color.RGBA {
	w.t.Helper()
	w.focus()
	w.restOf(middle) // elsewhere stands for how long the run has gone on
	before := corner(w.look())
	w.screen.Close()
	w.until("the page to ask", func() bool { return corner(w.look()) != before }) // it lies below a dialog
	w.restOf(middle)
	w.screen.Press(keys...)
	return before
}

// inTheWindow holds that a dialog stands by the app's window: its middle lies within it.
func (w *sitting) inTheWindow(dialog string) {
	w.t.Helper()
	x, y, width, height := w.screen.Place(dialog)
	left, top, wide, high := w.screen.Place(w.id)
	if x, y := x+width/2, y+height/2; x < left || x > left+wide || y < top || y > top+high {
		w.t.Errorf("the middle of the dialog is at %d, %d, and the window is %dx%d at %d, %d", x, y, wide, high, left, top)
	}
}

// built is a program of build/bin.
func built(t testing.TB, name string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("build", "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatalf("this test opens the real window, and %v: run make build", err)
	}
	return file
}

func (w *sitting) write(file, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// start starts the app, on the folders that args say, and waits until its page is drawn.
func (w *sitting) start(program string, args ...string) {
	w.t.Helper()
	var said strings.Builder
	w.app = exec.Command(program, args...)
	w.app.Env, w.app.Stdout, w.app.Stderr = w.env, &said, &said
	if err := w.app.Start(); err != nil {
		w.t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.ended <- w.app.Wait()
	}()
	w.t.Cleanup(func() {
		_ = w.app.Process.Kill() // it has ended if all went well
		<-done
		if w.t.Failed() {
			w.t.Logf("the app printed:\n%s", said.String())
		}
	})
	w.id = w.screen.Window("Handrail")
	w.until("the page to be drawn", func() bool { return !plain(w.rest()) })
}

// with is the same window for a subtest.
func (w *sitting) with(t *testing.T) *sitting {
	t.Helper()
	mine := *w
	mine.t, mine.screen = t, w.screen.With(t)
	return &mine
}

func (w *sitting) until(what string, condition func() bool) {
	w.t.Helper()
	if !bridgetest.Eventually(condition) {
		w.screen.Fatalf("waited too long for %s", what)
	}
}

// handrail runs the command line as a person beside the window would, and
// returns what it printed.
func (w *sitting) handrail(args ...string) []byte {
	w.t.Helper()
	cmd := exec.Command(w.cli, args...)
	cmd.Env, cmd.Dir = w.env, w.space
	out, err := cmd.Output()
	if err != nil {
		w.screen.Fatalf("handrail %q: %v\n%s", args, err, out)
	}
	return out
}

// lines reads what the command line prints with --json.
func lines[T any](w *sitting, args ...string) []T {
	w.t.Helper()
	var all []T
	for line := range strings.Lines(string(w.handrail(append([]string{"--json", "--space", w.space}, args...)...))) {
		var one T
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			w.screen.Fatalf("handrail %q: %v in %s", args, err, line)
		}
		all = append(all, one)
	}
	return all
}

// goTo chooses an entry of the palette by its words, with keys alone, and
// waits until the page is another.
func (w *sitting) goTo(words string) {
	w.t.Helper()
	w.focus()
	before, usual := w.restOf(besideSidebar), corner(w.look()) // in the sidebar stands for how long a run has gone on
	under := usual
	w.until("the palette to open", func() bool {
		w.screen.Press("ctrl+k") // a page that has just been drawn may not hear yet
		under = corner(w.look())
		return under != usual
	})
	w.screen.Type(words)
	w.restOf(besideSidebar)
	w.screen.Press("Return")
	w.until("the page of "+words, func() bool {
		now := w.restOf(besideSidebar)
		if corner(w.look()) == under { // on a busy machine, the list may not have been drawn when the key came
			w.screen.Press("Return")
			return false
		}
		return !same(before, now)
	})
}

// focus gives the keyboard to the window.
func (w *sitting) focus() {
	w.t.Helper()
	w.until("the window to have the keyboard", func() bool {
		if w.focused() {
			return true
		}
		w.screen.Run("xdotool", "windowactivate", w.id)
		return false
	})
}

func (w *sitting) focused() bool {
	id, ok := w.screen.Focused("Handrail")
	return ok && id == w.id
}

// look is what the window shows, without its frame, and what lies over it.
func (w *sitting) look() *image.RGBA {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "look.pam") // no PNG: to read that back takes longer than everything else
	w.screen.Run("import", "-silent", "-screen", "-window", w.id, "-type", "TrueColorAlpha", "-depth", "8", "pam:"+file)
	raw, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	head, points, _ := bytes.Cut(raw, []byte("ENDHDR\n"))
	var wide, high, deep int
	if _, err := fmt.Sscanf(string(head), "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\n", &wide, &high, &deep); err != nil || deep != 4 || len(points) != wide*high*deep {
		w.t.Fatalf("a picture of %d bytes that begins with %q: %v", len(raw), head, err)
	}
	return &image.RGBA{Pix: points, Stride: wide * deep, Rect: image.Rect(0, 0, wide, high)}
}

// still is how long a picture must not change to count as one that rests: a page that is drawn in two steps has a pause between them.
const still = 600 * time.Millisecond

// rest waits until the picture rests: all looks of a while see the same, three at least.
func (w *sitting) rest() *image.RGBA {
	w.t.Helper()
	return w.restOf(func(whole *image.RGBA) *image.RGBA { return whole })
}

// restOf waits until a part of the picture rests.
func (w *sitting) restOf(part func(whole *image.RGBA) *image.RGBA) *image.RGBA {
	w.t.Helper()
	last, looks, since := part(w.look()), 1, time.Now()
	w.until("the picture to rest", func() bool {
		began := time.Now()
		now := part(w.look())
		if same(now, last) {
			looks++
		} else {
			last, looks, since = now, 1, began
		}
		return looks >= 3 && time.Since(since) >= still
	})
	return last
}

// besideSidebar is the part of a window to the right of its sidebar.
func besideSidebar(whole *image.RGBA) *image.RGBA {
	at := whole.Bounds()
	at.Min.X += at.Dx() / 3
	return cut(whole, at)
}

// middle is the part of a window in which a dialog of the page stands.
func middle(whole *image.RGBA) *image.RGBA {
	at := whole.Bounds()
	return cut(whole, image.Rect(at.Dx()/3, at.Dy()/3, at.Dx()*2/3, at.Dy()*2/3))
}

func cut(whole *image.RGBA, at image.Rectangle) *image.RGBA {
	out := image.NewRGBA(at)
	draw.Draw(out, at, whole, at.Min, draw.Src)
	return out
}

// corner is the colour of a page at its lower left, where nothing is drawn.
// While the palette is open it is darker.
func corner(p *image.RGBA) color.RGBA { return p.RGBAAt(4, p.Bounds().Max.Y-4) }

func same(a, b *image.RGBA) bool { return bytes.Equal(a.Pix, b.Pix) }

// plain reports whether a picture has one colour only: each pixel is as the one before it.
func plain(p *image.RGBA) bool { return bytes.Equal(p.Pix[4:], p.Pix[:len(p.Pix)-4]) }

// edge is the colour around a field in the light theme: --edge in
// frontend/src/app/look.css.
var edge = color.RGBA{0xc4, 0xc4, 0xbf, 0xff}

// edges is how many points of the right half of a picture have the colour of edges.
func edges(p *image.RGBA) (n int) {
	for y := range p.Bounds().Max.Y {
		for x := p.Bounds().Max.X / 2; x < p.Bounds().Max.X; x++ {
			if p.RGBAAt(x, y) == edge {
				n++
			}
		}
	}
	return n
}
