//go:build unix && !darwin

package bridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge/bridgetest"
	"handrail/internal/proc"
	"handrail/tools"
)

// within is what lies in a folder, links followed.
func within(folder string) func(tools.Call, string) (string, error) {
	return func(_ tools.Call, name string) (string, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		real, err := filepath.EvalSymlinks(name)
		if err != nil {
			real = filepath.Clean(name)
		}
		if rel, err := filepath.Rel(folder, real); err != nil || !filepath.IsLocal(rel) {
			return "", tools.Errorf(tools.InvalidPath, "%s lies outside", name)
		}
		return real, nil
	}
}

// aDesk is a folder of a space, and bridge tools whose browser only notes what it is told to open.
type aDesk struct {
	folder string
	source *Source
	noted  string // the file in which the browser notes its arguments
}

func newDesk(t *testing.T, env []string) *aDesk {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	d := &aDesk{folder: folder, noted: filepath.Join(bin, "noted")}
	browser := filepath.Join(bin, "browser")
	if err := os.WriteFile(browser, []byte("#!/bin/sh\nprintf '[%s]' \"$@\" > "+d.noted+".new && mv "+d.noted+".new "+d.noted+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".local/share/applications/browser.desktop": "[Desktop Entry]\nType=Application\nName=Browser\nExec=" + browser + " %u\n",
		".config/mimeapps.list":                     "[Default Applications]\nx-scheme-handler/https=browser.desktop\ntext/html=browser.desktop\ntext/plain=browser.desktop\n",
	} {
		file := filepath.Join(bin, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env = proc.SetEnv(proc.SetEnv(env, "HOME", bin), "XDG_CURRENT_DESKTOP", "X-Generic")
	d.source, err = NewSource(SourceConfig{Dialogs: New(Config{Env: env, Roots: func() []string { return []string{folder} }}), Grant: noGrant, Within: within(folder), Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// write makes a file of the space.
func (d *aDesk) write(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(d.folder, name)
	if err := os.WriteFile(path, []byte("text\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// The system's own xdg-open gets exactly what was shown, as one argument.
func TestOpenExternal(t *testing.T) {
	screen := bridgetest.Start(t)
	d := newDesk(t, screen.Env())
	page := d.write(t, "a report & $(id) 'x'.html")
	for _, test := range []struct{ name, input, want string }{
		{"a page", `{"url":"https://example.com/a?b=c&d=$(id)#'e'"}`, `[https://example.com/a?b=c&d=$(id)#'e']`},
		{"a document", `{"path":"a report & $(id) 'x'.html"}`, "[" + page + "]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_ = os.Remove(d.noted)
			got := <-run(t, d.source, architect(d.folder), "open_external", test.input)
			if got.err != nil || got.result.Content != "Opened in the person's own program." {
				t.Fatalf("got %+v", got)
			}
			var noted []byte
			if !bridgetest.Eventually(func() (ok bool) { noted, ok = readFile(d.noted); return ok }) {
				t.Fatal("nothing was opened")
			}
			if diff := cmp.Diff(test.want, string(noted)); diff != "" {
				t.Errorf("opened (-want +got):\n%s", diff)
			}
		})
	}
}

func readFile(path string) ([]byte, bool) {
	raw, err := os.ReadFile(path)
	return raw, err == nil
}

// What is shown names all of it, and the person is asked each time.
func TestOpenExternalIsShown(t *testing.T) {
	d := newDesk(t, []string{"DISPLAY=:54321", "PATH=/usr/bin:/bin"})
	page := d.write(t, "page.html")
	for input, want := range map[string]struct{ title, detail, reason string }{
		`{"url":"https://example.com/?q=a"}`:          {"Open a page of example.com", "https://example.com/?q=a", "a page learns what stands in its address"},
		`{"url":"mailto:ada@example.com?subject=Hi"}`: {"Begin a mail to ada@example.com", "mailto:ada@example.com?subject=Hi", "nothing is sent until you send it"},
		`{"path":"page.html"}`:                        {"Open page.html", page, "can run scripts in your browser"},
		`{"path":"."}`:                                {"Open " + filepath.Base(d.folder), d.folder, "a program of yours reads it"},
	} {
		act, err := prepare(t, d.source, architect(d.folder), "open_external", input)
		if err != nil {
			t.Errorf("%s: %v", input, err)
			continue
		}
		p := act.Preview()
		if p.Title != want.title || p.Detail != want.detail || !strings.Contains(p.Reason, want.reason) || !p.Confirm || len(p.Effects) == 0 {
			t.Errorf("%s: %+v", input, p)
		}
	}
}

func TestOpenExternalRefuses(t *testing.T) {
	d := newDesk(t, []string{"DISPLAY=:54321", "PATH=/usr/bin:/bin"})
	for _, name := range []string{"run.sh", "run.desktop", "plain", "x.docm"} {
		d.write(t, name)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(d.folder, "link.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("run.sh", filepath.Join(d.folder, "script.txt")); err != nil {
		t.Fatal(err)
	}
	for input, code := range map[string]tools.Code{
		`{}`:                                                   tools.InvalidArgs,
		`{"url":"https://a.b","path":"x"}`:                     tools.InvalidArgs,
		`{"url":"file:///etc/passwd"}`:                         tools.InvalidArgs,
		`{"url":"FILE:///etc/passwd"}`:                         tools.InvalidArgs,
		`{"url":"javascript:alert(1)"}`:                        tools.InvalidArgs,
		`{"url":"data:text/html,x"}`:                           tools.InvalidArgs,
		`{"url":"vscode://file/x"}`:                            tools.InvalidArgs,
		`{"url":"-x"}`:                                         tools.InvalidArgs,
		`{"url":"--help"}`:                                     tools.InvalidArgs,
		`{"url":"/etc/passwd"}`:                                tools.InvalidArgs,
		`{"url":"example.com"}`:                                tools.InvalidArgs,
		`{"url":"https:"}`:                                     tools.InvalidArgs,
		`{"url":"https:evil.com"}`:                             tools.InvalidArgs,
		`{"url":"https:///path"}`:                              tools.InvalidArgs,
		`{"url":"http://a b"}`:                                 tools.InvalidArgs,
		`{"url":"https://a.b/ -x"}`:                            tools.InvalidArgs,
		`{"url":"https://a.b/\n-x"}`:                           tools.InvalidArgs,
		"{\"url\":\"https://a.b/`id`\"}":                       tools.InvalidArgs,
		`{"url":"https://a.b/\"x"}`:                            tools.InvalidArgs,
		`{"url":"https://a.b\\c"}`:                             tools.InvalidArgs,
		`{"url":"https://gооgle.com"}`:                         tools.InvalidArgs,
		`{"url":"https://a.b/\u202e"}`:                         tools.InvalidArgs,
		`{"url":"https://bank.com@evil.eu"}`:                   tools.InvalidArgs,
		`{"url":"https://a:b@evil.eu"}`:                        tools.InvalidArgs,
		`{"url":"mailto:"}`:                                    tools.InvalidArgs,
		`{"url":"mailto:a@b.c?attach=/etc/passwd"}`:            tools.InvalidArgs,
		`{"url":"mailto:a@b.c?subject=x&Attachment=/etc/pas"}`: tools.InvalidArgs,
		`{"path":"/etc/passwd"}`:                               tools.InvalidPath,
		`{"path":"../x.txt"}`:                                  tools.InvalidPath,
		`{"path":"link.txt"}`:                                  tools.InvalidPath,
		`{"path":"script.txt"}`:                                tools.PermissionDenied,
		`{"path":"run.sh"}`:                                    tools.PermissionDenied,
		`{"path":"run.desktop"}`:                               tools.PermissionDenied,
		`{"path":"plain"}`:                                     tools.PermissionDenied,
		`{"path":"x.docm"}`:                                    tools.PermissionDenied,
		`{"path":"none.txt"}`:                                  tools.FileNotFound,
	} {
		_, err := prepare(t, d.source, architect(d.folder), "open_external", input)
		if refused := tools.AsError(err); refused == nil || refused.Code != code {
			t.Errorf("%s: %v, want %s", input, err, code)
		}
	}
}

// A name that leads elsewhere once the person has said yes opens nothing.
func TestOpenExternalLooksAgain(t *testing.T) {
	d := newDesk(t, []string{"DISPLAY=:54321", "PATH=/usr/bin:/bin"})
	path := d.write(t, "x.txt")
	act, err := prepare(t, d.source, architect(d.folder), "open_external", `{"path":"x.txt"}`)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", path); err != nil {
		t.Fatal(err)
	}
	_, err = act.Run(t.Context(), tools.Discard{})
	if refused := tools.AsError(err); refused == nil || refused.Code != tools.InvalidPath {
		t.Errorf("got %v, want %s", err, tools.InvalidPath)
	}
}
