//go:build unix

package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// fakes are programs in the place of those that the soak calls. The page's suite
// passes, Go's fails with a test's name, and the browser's does not end.
var fakes = map[string]string{
	"make": "exit 0",
	"go":   `echo "--- FAIL: TestSlow (0.01s)"; echo "    --- FAIL: TestSlow/often (0.00s)"; echo "ok  	handrail/tools	0.1s"; echo "FAIL	handrail/mcp	0.2s"; exit 1`,
	"npm":  `[ "$1" = test ] && exit 0; touch "$SOAK_DIR/browser-runs"; exec sleep 600`,
}

// A soak is build/soak.sh in a folder of its own, with fakes.
type soak struct {
	t   *testing.T
	dir string
	env []string
}

func newSoak(t *testing.T) soak {
	t.Helper()
	s := soak{t: t, dir: t.TempDir()}
	files := map[string]string{}
	for _, name := range []string{"soak.sh", "gotest.sh"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "build", name))
		if err != nil {
			t.Fatal(err)
		}
		files["build/"+name] = string(text)
	}
	for name, body := range fakes {
		files["bin/"+name] = "#!/usr/bin/env bash\n" + body + "\n"
	}
	for name, body := range files {
		file := filepath.Join(s.dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(body), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.dir, "frontend"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.env = append(os.Environ(), "PATH="+filepath.Join(s.dir, "bin")+":"+os.Getenv("PATH"), "SOAK_DIR="+s.kept(), "SOAK_BUSY=1")
	t.Cleanup(func() { s.run("stop") })
	return s
}

// kept is where the soak keeps its rounds.
func (s soak) kept() string { return filepath.Join(s.dir, "kept") }

func (s soak) run(args ...string) string {
	s.t.Helper()
	cmd := exec.Command(filepath.Join(s.dir, "build", "soak.sh"), args...) // not t.Context: also when the test is over
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("soak.sh %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// until waits for what a status has to match, and returns it.
func (s soak) until(what string, match func(status string) bool) string {
	s.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		status := s.run("status")
		if match(status) {
			return status
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("after a minute still not %s:\n%s", what, status)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func over(status string) bool { return !strings.Contains(status, "It runs") }

// seconds are what a table of this test says of how long something took.
var seconds = regexp.MustCompile(`[0-9]+ s`)

// TestSoak tests the table, that rounds which are played are not played again, and
// that the output of a failed round is kept.
func TestSoak(t *testing.T) {
	s := newSoak(t)
	s.run("start", "page=2", "real=1")
	s.until("over", over)
	s.run("start", "page=3", "real=1", "go=1")
	got := seconds.ReplaceAllString(s.until("over", over), "N s")
	want := `| suite | rounds | failed | least | median | most | what failed |
| ----- | ------ | ------ | ----- | ------ | ---- | ----------- |
| page | 3 | 0 | N s | N s | N s |  |
| real | 1 | 1 | N s | N s | N s | TestSlow; TestSlow/often; handrail/mcp (real-1.log) |
| go | 1 | 1 | N s | N s | N s | TestSlow; TestSlow/often; handrail/mcp (go-1.log) |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	log, err := os.ReadFile(filepath.Join(s.kept(), "real-1.log"))
	if err != nil || !strings.Contains(string(log), "--- FAIL: TestSlow") {
		t.Errorf("the output of the failed round is %q (%v)", log, err)
	}
	if _, err := os.Stat(filepath.Join(s.kept(), "page-1.log")); err == nil {
		t.Error("the output of a round that passed is kept")
	}
	s.run("clear")
	if status := s.run("status"); strings.Contains(status, "page") {
		t.Errorf("after clear there is still\n%s", status)
	}
}

// TestSoakStopped tests that a soak that is stopped ends what it runs, does not
// count the round, and plays it when it goes on.
func TestSoakStopped(t *testing.T) {
	s := newSoak(t)
	for range 2 {
		s.run("start", "page=1", "browser=1")
		s.until("in the browser", func(string) bool {
			_, err := os.Stat(filepath.Join(s.kept(), "browser-runs"))
			return err == nil
		})
		if status := s.run("stop"); status != "soak: stopped\n" {
			t.Errorf("stop says %q", status)
		}
		if status := s.run("status"); !over(status) || !strings.Contains(status, "| page | 1 | 0 |") || strings.Contains(status, "browser") {
			t.Errorf("after the stop:\n%s", status)
		}
		if err := os.Remove(filepath.Join(s.kept(), "browser-runs")); err != nil {
			t.Fatal(err)
		}
	}
	if again := s.run("stop"); again != "soak: it does not run\n" {
		t.Errorf("a second stop says %q", again)
	}
}
