package pages_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/pages"
	"handrail/operator/trust"
	"handrail/tools"
)

const manifest = `{"id": "desk", "name": "Desk", "pages": [{"id": "look", "tools": ["read", "bash", "slow"]}, {"id": "free"}]}`

func newBench(t *testing.T) (*operatortest.Bench, *pages.Shelf) {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules": {"ask": ["bash"]}}`, Files: map[string]string{
		"space.manifest.json": manifest, "pages/look.html": "<!doctype html><p>Look</p><script>invoke('read')</script>", "pages/free.html": "<p>free", "note.txt": "hello\n",
	}, Change: func(c *operator.Config) {
		c.Bridge = func(*operator.Operator) (tools.Source, error) { return desk{}, nil }
	}})
	f := pages.New(b.O, nil)
	t.Cleanup(f.Close)
	return b, f
}

// desk is the desktop's tools, as far as these tests need them.
type desk struct{}

func (desk) Namespace() string { return "" }

func (desk) Tools(context.Context) ([]tools.Tool, error) {
	type in struct{}
	type out struct {
		Paths []string `json:"paths"`
	}
	t, err := tools.Define[in, out](tools.Info{Name: "show_file_picker", Title: "Pick", Description: "Pick files.", Source: "bridge"}, func(context.Context, tools.Call, in) (tools.Act[out], error) {
		return tools.Act[out]{Preview: tools.Preview{Title: "Pick"}, Run: func(context.Context, tools.Output) (out, error) { return out{[]string{"/a"}}, nil }}, nil
	})
	return []tools.Tool{t}, err
}

// A wrapper is what our own page around the frame does, over HTTP.
type wrapper struct {
	t          *testing.T
	s          *pages.Session
	base       string
	key, frame string
	lines      chan reply
	leave      context.CancelFunc
}

type reply struct {
	Type, Text, ID string
	Value          json.RawMessage
	Error          *tools.Error
}

func get(t testing.TB, url string) (int, http.Header, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, r.Header, string(raw)
}

// show opens a page and does what the wrapper does.
func show(t *testing.T, b *operatortest.Bench, f *pages.Shelf, page string) *wrapper {
	t.Helper()
	s, err := f.Open(t.Context(), b.S, page)
	if err != nil {
		t.Fatal(err)
	}
	w := &wrapper{t: t, s: s, lines: make(chan reply, 1000)}
	w.base, _, _ = strings.Cut(s.Address(), "/o/")
	code, _, text := get(t, s.Address())
	facts := regexp.MustCompile(`(?s)id="facts"[^>]*>(.*?)</script>`).FindStringSubmatch(text)
	if code != 200 || facts == nil {
		t.Fatalf("%d: %s", code, text)
	}
	var said struct{ Key, Frame string }
	if err := json.Unmarshal([]byte(facts[1]), &said); err != nil {
		t.Fatal(err)
	}
	w.key, w.frame = said.Key, said.Frame
	ctx, cancel := context.WithCancel(t.Context())
	w.leave = cancel
	t.Cleanup(cancel)
	r := w.post(ctx, "/events", "{}") //nolint:bodyclose // the reader below closes it
	if r.StatusCode != 200 {
		t.Fatalf("events: %d", r.StatusCode)
	}
	go func() {
		defer close(w.lines)
		defer r.Body.Close()
		for in := bufio.NewScanner(r.Body); in.Scan(); {
			var line reply
			if json.Unmarshal(in.Bytes(), &line) != nil {
				return
			}
			w.lines <- line
		}
	}()
	if line := w.next(); line.Type != "show" {
		t.Fatalf("%+v", line)
	}
	if code, _, _ := get(t, w.frame); code != 200 {
		t.Fatalf("the frame: %d", code)
	}
	return w
}

func (w *wrapper) post(ctx context.Context, path, body string) *http.Response {
	w.t.Helper()
	return w.send(ctx, path, body, func(*http.Request) {})
}

func (w *wrapper) send(ctx context.Context, path, body string, change func(*http.Request)) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Origin", w.base)
	r.Header.Set("X-Handrail-Key", w.key)
	change(r)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func (w *wrapper) next() reply {
	w.t.Helper()
	select {
	case line, ok := <-w.lines:
		if !ok {
			w.t.Fatal("the page is closed")
		}
		return line
	case <-time.After(time.Minute):
		w.t.Fatal("nothing came")
	}
	return reply{}
}

func (w *wrapper) begin(id, tool, args string) {
	w.t.Helper()
	body, err := json.Marshal(map[string]string{"id": id, "name": tool, "args": args})
	if err != nil {
		w.t.Fatal(err)
	}
	r := w.post(w.t.Context(), "/call", string(body))
	_ = r.Body.Close()
	if r.StatusCode != http.StatusAccepted {
		w.t.Fatalf("call: %d", r.StatusCode)
	}
}

func (w *wrapper) call(tool, args string) reply {
	w.t.Helper()
	w.begin("1", tool, args)
	for {
		if line := w.next(); line.Type == "result" {
			return line
		}
	}
}

func code(r reply) tools.Code {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// A page calls what its manifest lists, as itself, in a run of its own that ends with it.
func TestAPageCallsThroughTheDoor(t *testing.T) {
	b, f := newBench(t)
	w := show(t, b, f, "look")
	if got := w.call("read", `{"path": "note.txt"}`); got.Error != nil || !strings.Contains(string(got.Value), "hello") || got.Value[0] != '"' {
		t.Fatalf("%+v %s", got, got.Value)
	}
	if got := w.call("bash", `{"command": "echo page >made.txt"}`); got.Error != nil {
		t.Fatalf("%+v", got.Error)
	}
	if q := <-b.Person.Asked; q.Caller.String() != `The page "pages/look.html"` {
		t.Errorf("asked for %s", q.Caller)
	}
	for _, c := range []struct {
		tool, args string
		want       tools.Code
	}{{"grep", `{"pattern": "x"}`, tools.NotFound}, {"show_file_picker", `{}`, tools.NotFound}, {"nothing", `{}`, tools.NotFound}, {"read", `{"path": `, tools.InvalidArgs}, {"read", ``, tools.InvalidArgs}, {"read", `{"path": "/etc/shadow"}`, tools.InvalidPath}} {
		if got := w.call(c.tool, c.args); code(got) != c.want {
			t.Errorf("%s %s: %v", c.tool, c.args, got.Error)
		}
	}
	run, session := w.s.Run(), w.s
	w.leave() // the person closes the window
	<-session.Done()
	recs, err := b.O.Store().History().FindRuns(t.Context(), run, 1)
	if err != nil || len(recs) != 1 {
		t.Fatalf("%+v %v", recs, err)
	}
	if rec := recs[0]; rec.Origin != journal.FromPage || rec.State != journal.Done || rec.Title != "page look" {
		t.Errorf("%+v", rec)
	}
	events, err := b.O.Store().History().Events(t.Context(), run, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		var called journal.CalledData
		if e.Kind == journal.Called && (json.Unmarshal(e.Data, &called) != nil || called.Caller != "page" || called.Name != "pages/look.html") {
			t.Errorf("%s", e.Data)
		}
	}
}

// A page of which nothing is listed has the desktop's tools, whose result is a value, and no other.
func TestAPageWithoutAListHasTheDesktop(t *testing.T) {
	b, f := newBench(t)
	w := show(t, b, f, "pages/free.html")
	if got := w.call("show_file_picker", `{}`); string(got.Value) != `{"paths":["/a"]}` {
		t.Errorf("%s %v", got.Value, got.Error)
	}
	for _, tool := range []string{"read", "bash", "listdir", "memory_read", "web_fetch", "list_hands", "use_skill"} {
		if got := w.call(tool, `{"path": "note.txt"}`); code(got) != tools.NotFound {
			t.Errorf("%s: %s %v", tool, got.Value, got.Error)
		}
	}
}

// A deny rule holds for a page as for anybody, and one that names the page for it alone.
func TestARuleHoldsForAPage(t *testing.T) {
	for rule, want := range map[string]tools.Code{"read(note.txt)": tools.PermissionDenied, "read(note.txt) from pages/look.html": tools.PermissionDenied, "read from pages/other.html": ""} {
		b, f := newBench(t)
		operatortest.WriteFile(t, filepath.Join(b.Options.Dirs.Config, "settings.json"), `{"rules": {"deny": ["`+rule+`"]}}`)
		w := show(t, b, f, "look")
		if got := w.call("read", `{"path": "note.txt"}`); code(got) != want {
			t.Errorf("%s: %s %v", rule, got.Value, got.Error)
		}
	}
}

// What is not trusted as it is does not open, calls nothing, and comes back once it is approved.
func TestAChangedPageIsHeldBack(t *testing.T) {
	b, f := newBench(t)
	w := show(t, b, f, "look")
	b.File("pages/look.html", "<p>other")
	b.File("pages/new.html", "<p>new")
	b.Reload()
	if got := w.call("read", `{"path": "note.txt"}`); code(got) != tools.PermissionDenied {
		t.Errorf("%s %v", got.Value, got.Error)
	}
	if got, _, text := get(t, w.frame); got != http.StatusForbidden || strings.Contains(text, "other") {
		t.Errorf("%d %s", got, text)
	}
	for _, page := range []string{"look", "new", "gone", "../look", "", "look.html/x"} {
		if _, err := f.Open(t.Context(), b.S, page); err == nil {
			t.Errorf("%q opens", page)
		}
	}
	if _, err := f.Open(t.Context(), b.S, "loo"); err == nil || !strings.Contains(err.Error(), `no page "loo"; it has "look", "free", "new"`) {
		t.Errorf("%v", err)
	}
	b.Trust()
	b.Reload()
	for line := w.next(); line.Type != "show"; line = w.next() {
		if line.Type != "hold" {
			t.Fatalf("%+v", line)
		}
	}
	if got, _, text := get(t, w.frame); got != http.StatusOK || !strings.Contains(text, "<p>other") {
		t.Fatalf("%d %s", got, text)
	}
	if got := w.call("read", `{"path": "note.txt"}`); got.Error != nil {
		t.Error(got.Error)
	}
}

// Trust shows what a page may call: before it is given, as it was given, and not what a changed manifest would give it.
func TestTrustShowsWhatAPageMayCall(t *testing.T) {
	b, _ := newBench(t)
	check := func(list []operator.Item, want string) {
		t.Helper()
		got := map[string]string{}
		for _, i := range list {
			if i.Kind == "page" {
				got[i.Name] = i.Detail
			}
		}
		if got["look"] != want || got["free"] != "may call the desktop tools" {
			t.Errorf("%q", got)
		}
	}
	state := func() trust.State { return b.S.Trust().State() }
	check(state().Inventory().Items, "may call read, bash, slow")
	check(state().Trusted(), "may call read, bash, slow")
	b.File("space.manifest.json", strings.Replace(manifest, `["read", "bash", "slow"]`, `[]`, 1))
	b.Reload()
	check(state().Inventory().Items, "may call no tool")
	check(state().Trusted(), "may call read, bash, slow")
	inv := state().Inventory()
	if err := b.S.Trust().Approve(t.Context(), inv.Digest, "manifest/manifest"); err != nil {
		t.Fatal(err)
	}
	check(state().Trusted(), "may call no tool")
}

// An untrusted space shows no page; its manifest's words for pages do not count.
func TestAnUntrustedSpaceHasNoPage(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"space.manifest.json": `{"pages": [{"id": "a", "name": "Official"}]}`, "pages/a.html": "<p>"}})
	f := pages.New(b.O, nil)
	defer f.Close()
	_, err := f.Open(t.Context(), b.S, "a")
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != tools.PermissionDenied || e.Action.Kind != tools.TrustSpace {
		t.Errorf("%v", err)
	}
	if list := pages.List(b.S); len(list) != 1 || list[0].Name != "a.html" || list[0].Why == "" {
		t.Errorf("%+v", list)
	}
}
