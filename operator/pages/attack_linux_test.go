package pages_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/operator/operatortest"
	"handrail/operator/pages"
)

// evil is a server that a page must not reach.
type evil struct {
	mu   sync.Mutex
	hits []string
}

func (e *evil) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hits = append(e.hits, r.Method+" "+r.URL.Path)
}

// attack opens the attacker's page by show, and looks at what came of it.
func attack(t *testing.T, show func(ctx context.Context, address string) error) {
	e := &evil{}
	server := httptest.NewServer(e)
	defer server.Close()
	raw, err := os.ReadFile("testdata/attack.html")
	if err != nil {
		t.Fatal(err)
	}
	leave(t, show)
	other := newDeaf(t)
	defer other.check(t)
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"space.manifest.json": `{"id": "x", "pages": [{"id": "attack", "tools": ["read", "write"]}]}`, "note.txt": "hello\n",
		"pages/attack.html": strings.NewReplacer("EVIL_ADDRESS", server.URL, "DEAF_HOST", other.listener.Addr().String()).Replace(string(raw)),
	}})
	f := pages.New(b.O, nil)
	defer f.Close()
	s, err := f.Open(t.Context(), b.S, "attack")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	shown := make(chan error, 1)
	go func() { shown <- s.Show(ctx, show) }()
	file := filepath.Join(b.Dir, "found.json")
	if !bridgetest.Eventually(func() bool { info, err := os.Stat(file); return err == nil && info.Size() > 0 || len(shown) > 0 }) {
		t.Error("the attack came to no end")
	}
	cancel()
	err = <-shown
	<-s.Done() // what showed it has gone
	said, readErr := os.ReadFile(file)
	if readErr != nil {
		t.Fatalf("%v, %v", readErr, err)
	}
	found := map[string]any{}
	if err := json.Unmarshal(said, &found); err != nil {
		t.Fatal(err)
	}
	for name, value := range found {
		if text, ok := value.(string); ok && !strings.HasPrefix(text, "no: ") {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, name := range []string{"webkit", "parent", "top", "script", "fetch", "service worker", "webrtc", "eval", "new script", "html", "bash", "nested empty frame"} {
		if found[name] == nil {
			t.Errorf("it was not tried: %s", name)
		}
	}
	if n, ok := found["links"].(float64); !ok || n < 31 {
		t.Errorf("%v links were tried", found["links"])
	}
	if n, ok := found["loop refused"].(float64); !ok || n < 9900 {
		t.Errorf("of 10,000 calls %v were refused", found["loop refused"])
	}
	t.Logf("%s", said)
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.hits) > 0 {
		t.Errorf("it reached %q", e.hits)
	}
}

// ways are those in which a document can be left for another place.
func ways() map[string]string {
	return map[string]string{
		"location": "location = EVIL", "replace": "location.replace(EVIL)", "form": `const f = Object.assign(document.createElement("form"), { action: EVIL }); document.body.append(f); f.submit()`,
		"refresh": `document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=" + EVIL }))`,
		"link":    `const a = Object.assign(document.createElement("a"), { href: EVIL }); document.body.append(a); a.click()`, "download": `const a = Object.assign(document.createElement("a"), { href: EVIL, download: "x", ping: EVIL + "/ping" }); document.body.append(a); a.click()`,
		"blob":   `location = URL.createObjectURL(new Blob(["<script>fetch('" + EVIL + "')</" + "script><img src=" + EVIL + ">"], { type: "text/html" }))`,
		"data":   `location = "data:text/html,<img src=" + EVIL + ">"`,
		"script": `location = "javascript:'<img src=" + EVIL + ">'"`,
	}
}

// leave opens pages that go somewhere else, each in its own way. A page either stays, and says so, or is closed, and nothing
// but Handrail's own server hears of it.
func leave(t *testing.T, show func(ctx context.Context, address string) error) {
	t.Helper()
	e := &evil{}
	server := httptest.NewServer(e)
	defer server.Close()
	files, listed := map[string]string{}, []string{}
	for way, script := range ways() {
		files["pages/"+way+".html"] = `<script>(async () => { const EVIL = "` + server.URL + `/` + way + `"; await invoke("write", { path: "` + way + `.began", content: "x" }); ` + script +
			`; for (;;) { await new Promise((go) => setTimeout(go, 200)); try { await invoke("write", { path: "` + way + `.stayed", content: "x" }); break; } catch {} } })();</script>`
		listed = append(listed, `{"id": "`+way+`", "tools": ["write"]}`)
	}
	files["space.manifest.json"] = `{"id": "x", "pages": [` + strings.Join(listed, ",") + `]}`
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: files})
	f := pages.New(b.O, nil)
	defer f.Close()
	for way := range ways() {
		s, err := f.Open(t.Context(), b.S, way)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		shown := make(chan error, 1)
		go func() { shown <- s.Show(ctx, show) }()
		there := func(name string) bool { _, err := os.Stat(filepath.Join(b.Dir, way+name)); return err == nil }
		if !bridgetest.Eventually(func() bool {
			select {
			case <-s.Done():
				return true
			default:
				return there(".stayed")
			}
		}) || !there(".began") {
			t.Errorf("%s: it neither stays nor is closed (it began: %v)", way, there(".began"))
		}
		cancel()
		if err := <-shown; err != nil { // it was ended here
			t.Logf("%s: %v", way, err)
		}
		<-s.Done()
	}
	got, err := http.Get(server.URL + "/seen") // the server is there to be reached
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.hits) != 1 || e.hits[0] != "GET /seen" {
		t.Errorf("it reached %q", e.hits)
	}
}

// The attacker's page in the real viewer.
func TestAttackInTheViewer(t *testing.T) {
	program, err := filepath.Abs("../../build/bin/handrail-desktop")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("this test opens the real viewer, and %v: run make build", err)
	}
	screen := bridgetest.Start(t)
	for _, v := range screen.Env() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	attack(t, func(ctx context.Context, address string) error { return pages.View(ctx, program, address) })
}
