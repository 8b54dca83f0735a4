//go:build linux || darwin

package frame

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// shortDir is a folder whose path leaves room for a socket's name.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "f") //nolint:usetesting // its paths are too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestTheFirstWindow: at the very first start there is no data folder yet, and nobody else may look into what is made.
func TestTheFirstWindow(t *testing.T) {
	data := filepath.Join(t.TempDir(), "share", "handrail")
	only, err := Hold(t.Context(), data, Request{})
	if err != nil || only == nil {
		t.Fatalf("%v, %v", only, err)
	}
	defer func() { _ = only.Close() }()
	info, err := os.Stat(data)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
}

// The first window of a data folder is the only one, and does what others are started for; another folder has its own.
func TestOneWindow(t *testing.T) {
	data := shortDir(t)
	first, err := Hold(t.Context(), data, Request{})
	if err != nil || first == nil {
		t.Fatalf("%v, %v", first, err)
	}
	heard := make(chan Request, 2)
	served := make(chan error, 1)
	go func() { // it serves a little later than it holds
		time.Sleep(100 * time.Millisecond)
		served <- first.Serve(data, func(r Request) error {
			heard <- r
			if r.Folder == "/bad" {
				return errors.New("/bad is not a folder")
			}
			return nil
		})
	}()
	if second, err := Hold(t.Context(), data, Request{Folder: "/a", Link: "handrail://open?path=%2Fa"}); err != nil || second != nil {
		t.Errorf("a second window: %v, %v", second, err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got.Folder != "/a" || got.Link != "handrail://open?path=%2Fa" {
		t.Errorf("%+v", got)
	}
	if second, err := Hold(t.Context(), data, Request{Folder: "/bad"}); second != nil || err == nil || err.Error() != "/bad is not a folder" {
		t.Errorf("a request that is refused: %v, %v", second, err)
	}
	other, err := Hold(t.Context(), shortDir(t), Request{})
	if err != nil || other == nil {
		t.Fatalf("another data folder: %v, %v", other, err)
	}
	if err := errors.Join(other.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	again, err := Hold(t.Context(), data, Request{})
	if err != nil || again == nil {
		t.Fatalf("when the first has ended: %v, %v", again, err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// A window that has the folder and does not answer is said to, and what is no request is not answered.
func TestSilentWindow(t *testing.T) {
	data := shortDir(t)
	first, err := Hold(t.Context(), data, Request{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Close() }()
	soon, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := Hold(soon, data, Request{}); !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
	if err := first.Serve(data, func(Request) error { t.Error("it was heard"); return nil }); err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unix", filepath.Join(data, socketName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write([]byte("GET / HTTP/1.1\n")); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("it was answered: %d, %v", n, err)
	}
}

func TestPlaces(t *testing.T) {
	data := t.TempDir()
	begin := Place{Width: StartWidth, Height: StartHeight}
	if got := ReadPlace(data); got != begin {
		t.Errorf("of none: %+v", got)
	}
	was := Place{Width: 900, Height: 700, X: 30, Y: 40, Set: true, Page: "#/space/x"}
	if err := was.Write(data); err != nil {
		t.Fatal(err)
	}
	if got := ReadPlace(data); got != was {
		t.Errorf("%+v, want %+v", got, was)
	}
	for text, want := range map[string]Place{
		"{": begin, `{"width":1,"height":700,"x":5,"set":true,"page":"p"}`: {Width: StartWidth, Height: StartHeight, X: 5, Page: "p"}, `{"width":900,"height":99999}`: begin,
	} {
		if err := os.WriteFile(filepath.Join(data, placeName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := ReadPlace(data); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for name, c := range map[string]struct{ was, want Place }{
		"that fits":              {was, was},
		"larger than the screen": {Place{Width: 3000, Height: 2000, X: 0, Y: 0, Set: true}, Place{Width: 1000, Height: 750, Set: true}},
		"off the right":          {Place{Width: 900, Height: 700, X: 950, Y: 0, Set: true}, Place{Width: 900, Height: 700, X: 950}},
		"off the left":           {Place{Width: 900, Height: 700, X: -850, Y: 0, Set: true}, Place{Width: 900, Height: 700, X: -850}},
		"above the top":          {Place{Width: 900, Height: 700, Y: -5, Set: true}, Place{Width: 900, Height: 700, Y: -5}},
		"below":                  {Place{Width: 900, Height: 700, Y: 740, Set: true}, Place{Width: 900, Height: 700, Y: 740}},
	} {
		if got := c.was.Fit(1000, 750); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if got := was.Fit(0, 0); got != was {
		t.Errorf("on a screen that is not known: %+v", got)
	}
}
