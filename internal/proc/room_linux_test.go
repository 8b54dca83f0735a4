package proc

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// walls builds walls around a fresh folder, which it returns.
func walls(t *testing.T, change func(*sandbox.Profile)) (*Walls, string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, temp := filepath.Join(top, "space"), filepath.Join(top, "temp")
	for _, dir := range []string{space, temp} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p := sandbox.Profile{Write: []string{space, temp}, Temp: temp, Home: os.Getenv("HOME")}
	if change != nil {
		change(&p)
	}
	return openTestWalls(t, p), space
}

// testHelper is this test binary, which can be a room.
func testHelper(t testing.TB) *room.Helper {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h, err := room.NewHelper(self)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// openTestWalls builds the walls of a room; this test binary is what becomes it.
func openTestWalls(t testing.TB, p sandbox.Profile) *Walls {
	t.Helper()
	w, err := OpenWalls(WallsConfig{Profile: p, Helper: testHelper(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if w.Room() == nil {
		t.Fatalf("no room: %s", w.Report().Limits.Reason)
	}
	return w
}

func TestARoomRunsAProgram(t *testing.T) {
	w, space := walls(t, nil)
	c := bash(t, `echo hello; pwd; id -u; echo err >&2; ls -la / /dev /tmp /run; ls /proc; cat /etc/resolv.conf; touch ok; touch /usr/x; touch /etc/y; mount | head -50; exit 3`)
	c.Dir, c.Walls, c.Timeout = space, w, 10*time.Second
	out := run(t, c)
	t.Logf("%d %s\n%s\n%s", out.ExitCode, out.Signal, out.Stdout.Text, out.Stderr.Text)
	if out.ExitCode != 3 {
		t.Error("exit code")
	}
}

// A layer shows a folder outside, and keeps to itself what is changed in it.
func TestALayerCannotBePoisoned(t *testing.T) {
	under := seen(t)
	if err := os.WriteFile(filepath.Join(under, "cached"), []byte("good\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var own string
	w, space := walls(t, func(p *sandbox.Profile) {
		caches := filepath.Join(filepath.Dir(p.Temp), "caches")
		own = filepath.Join(filepath.Dir(p.Temp), "own")
		work := filepath.Join(filepath.Dir(p.Temp), "work")
		for _, dir := range []string{caches, own, work} {
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		p.Write = append(p.Write, caches)
		p.Read = append(p.Read, under)
		p.Layers = []sandbox.Layer{{Under: under, At: filepath.Join(caches, "shown"), Own: own, Work: work}}
	})
	c := bash(t, `cd ../caches/shown && cat cached && echo bad > cached && echo new > made && cat cached && rm -f cached && ls; cat `+under+`/cached; echo x > `+under+`/cached || echo kept`)
	c.Dir, c.Walls = space, w
	out := run(t, c)
	if want := "good\nbad\nmade\ngood\nkept\n"; out.Stdout.Text != want {
		t.Errorf("it printed %q, want %q; %s", out.Stdout.Text, want, out.Stderr.Text)
	}
	if raw, err := os.ReadFile(filepath.Join(under, "cached")); err != nil || string(raw) != "good\n" {
		t.Errorf("outside there is %q, %v", raw, err)
	}
	if raw, err := os.ReadFile(filepath.Join(own, "made")); err != nil || string(raw) != "new\n" {
		t.Errorf("what the program made is %q, %v", raw, err)
	}
}

// Links of the home folder to what may be read are there, too.
func TestLinksOfTheHomeFolder(t *testing.T) {
	var home string
	w, space := walls(t, func(p *sandbox.Profile) {
		home = filepath.Join(filepath.Dir(p.Temp), "home")
		dotfiles := filepath.Join(home, "dotfiles", "gitconfig")
		if err := os.MkdirAll(filepath.Dir(dotfiles), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{dotfiles, filepath.Join(home, "secret")} {
			if err := os.WriteFile(name, []byte("kim\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(dotfiles, filepath.Join(home, ".gitconfig")); err != nil {
			t.Fatal(err)
		}
		p.Home, p.Read = home, []string{dotfiles}
		p.Links = sandbox.LinksOf(home, p.Read)
	})
	c := bash(t, `cat ~/.gitconfig; ls -A ~; cat ~/secret || echo hidden`)
	c.Env = append(c.Env, "HOME="+home)
	c.Dir, c.Walls = space, w
	if out := run(t, c); out.Stdout.Text != "kim\n.gitconfig\ndotfiles\nhidden\n" {
		t.Errorf("it printed %q; %s", out.Stdout.Text, out.Stderr.Text)
	}
}
