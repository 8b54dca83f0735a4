//go:build unix && !darwin

package bridgetest

import (
	"regexp"
	"strconv"
	"strings"

	"handrail/internal/proc"
)

// Window waits until a window whose title contains title has the keyboard, and
// returns its id.
func (s *Screen) Window(title string) string {
	s.t.Helper()
	var id string
	s.until("a window titled "+title, func() bool {
		var ok bool
		id, ok = s.Focused(title)
		return ok
	})
	return id
}

// Focused reports whether a window whose title contains title has the keyboard
// now. What the window manager says of the active window is not enough: it may
// mean one that is gone, whose id is used again.
func (s *Screen) Focused(title string) (id string, ok bool) {
	id, ok = s.try("xdotool", "getwindowfocus")
	if !ok || id == "" {
		return "", false
	}
	name, ok := s.try("xdotool", "getwindowname", id)
	return id, ok && strings.Contains(name, title)
}

// Windows is how many visible windows have a title that contains title.
func (s *Screen) Windows(title string) int {
	found, _ := s.try("xdotool", "search", "--onlyvisible", "--name", regexp.QuoteMeta(title))
	return len(strings.Fields(found))
}

// Press presses keys, as X names them: "Return", "alt+F4". They go to the
// window that has the keyboard, as those of a person would.
func (s *Screen) Press(keys ...string) {
	s.t.Helper()
	s.Run("xdotool", append([]string{"key", "--clearmodifiers", "--delay", "50"}, keys...)...)
}

// Type types text.
func (s *Screen) Type(text string) {
	s.t.Helper()
	s.Run("xdotool", "type", "--clearmodifiers", "--delay", "20", text)
}

// Close closes the window that has the keyboard, by the window manager.
func (s *Screen) Close() {
	s.t.Helper()
	s.Press("alt+F4")
}

// titles lists the windows on the screen.
func (s *Screen) titles() []string {
	var out []string
	ids, _ := s.try("xdotool", "search", "--onlyvisible", "--name", ".")
	for _, id := range strings.Fields(ids) {
		if name, ok := s.try("xdotool", "getwindowname", id); ok {
			out = append(out, name)
		}
	}
	return out
}

// Size is how large a window is, in pixels, without its frame.
func (s *Screen) Size(window string) (width, height int) {
	s.t.Helper()
	_, _, width, height = s.Place(window)
	return width, height
}

// Place is where a window stands on the screen, and its Size.
func (s *Screen) Place(window string) (x, y, width, height int) {
	s.t.Helper()
	said := s.Run("xdotool", "getwindowgeometry", "--shell", window)
	for _, v := range []struct {
		name string
		to   *int
	}{{"X", &x}, {"Y", &y}, {"WIDTH", &width}, {"HEIGHT", &height}} {
		n, err := strconv.Atoi(proc.Getenv(strings.Split(said, "\n"), v.name))
		if err != nil {
			s.t.Fatalf("xdotool says %q", said)
		}
		*v.to = n
	}
	return x, y, width, height
}
