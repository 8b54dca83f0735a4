package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"handrail/operator/pages"
)

// pageCalls is how many calls are made: a page makes at most 100 in ten seconds.
const pageCalls = 80

// measurePage takes the time of a read that a page of a space asks for, beside the same call from Go.
func measurePage(ctx context.Context, b bench) (lines []line, err error) {
	dir := filepath.Join(b.work, "page")
	for name, text := range map[string]string{
		"space.manifest.json": `{"id": "page", "name": "Page", "pages": [{"id": "look", "tools": ["read"]}]}`, "pages/look.html": "<p>Look</p>", "note.txt": "hello\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			return nil, err
		}
	}
	d, err := openDoor(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	space, err := d.app.Space(dir)
	if err != nil {
		return nil, err
	}
	if err := space.Trust().Approve(ctx, space.Trust().State().Inventory().Digest); err != nil {
		return nil, err
	}
	shelf := pages.New(d.app, nil)
	defer shelf.Close()
	session, err := shelf.Open(ctx, space, "look")
	if err != nil {
		return nil, err
	}
	w, err := wrap(ctx, session.Address())
	if err != nil {
		return nil, err
	}
	defer w.close()
	input := map[string]any{"path": "note.txt"}
	samples, err := turns(pageCalls, w.invoke("read", input), d.call(ctx, "read", input))
	if err != nil {
		return nil, err
	}
	ours, least := samples[0].median(), samples[1].median()
	return []line{{
		what: "a read that a page invokes", ours: ours, floor: "the same call from Go", least: least,
		aim: "at most 3 ms more", met: ours-least <= 3*time.Millisecond, remark: short(ours-least) + " more",
	}}, nil
}

// A wrapped page is what stands around an open page, over HTTP.
type wrapped struct {
	ctx       context.Context // ends its stream of answers
	base, key string
	answers   *bufio.Scanner
	close     func()
}

// wrap does what the document around a page does when it is loaded.
func wrap(ctx context.Context, address string) (*wrapped, error) {
	r, err := http.Get(address) //nolint:noctx // on loopback, of a server in this process
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	var text strings.Builder
	if _, err := bufio.NewReader(r.Body).WriteTo(&text); err != nil {
		return nil, err
	}
	facts := regexp.MustCompile(`(?s)id="facts"[^>]*>(.*?)</script>`).FindStringSubmatch(text.String())
	if facts == nil {
		return nil, errors.New("the page's wrapper has no facts")
	}
	var said struct{ Key, Frame string }
	if err := json.Unmarshal([]byte(facts[1]), &said); err != nil {
		return nil, err
	}
	w := &wrapped{key: said.Key}
	w.base, _, _ = strings.Cut(address, "/o/")
	ctx, cancel := context.WithCancel(ctx)
	w.ctx = ctx
	events, err := w.post("/events", map[string]string{}) //nolint:bodyclose // close does
	if err != nil {
		cancel()
		return nil, err
	}
	w.close = func() {
		cancel()
		_ = events.Body.Close() // it ends with the context
	}
	w.answers = bufio.NewScanner(events.Body)
	if _, err := w.next("show"); err != nil {
		w.close()
		return nil, err
	}
	frame, err := http.Get(said.Frame) //nolint:noctx // see above
	if err != nil {
		w.close()
		return nil, err
	}
	return w, frame.Body.Close()
}

func (w *wrapped) post(path string, value any) (*http.Response, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(w.ctx, http.MethodPost, w.base+path, strings.NewReader(string(raw)))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Origin", w.base)
	r.Header.Set("X-Handrail-Key", w.key)
	return http.DefaultClient.Do(r)
}

// next is the next answer of a kind.
func (w *wrapped) next(kind string) (json.RawMessage, error) {
	for w.answers.Scan() {
		var line struct {
			Type  string
			Error json.RawMessage
		}
		if err := json.Unmarshal(w.answers.Bytes(), &line); err != nil {
			return nil, err
		}
		if line.Type == kind {
			return line.Error, nil
		}
	}
	return nil, errors.Join(errors.New("the page's answers ended"), w.answers.Err())
}

// invoke is a subject: one call of the page's.
func (w *wrapped) invoke(tool string, input map[string]any) subject {
	raw, err := json.Marshal(input)
	return func() error {
		if err != nil {
			return err
		}
		r, err := w.post("/call", map[string]string{"id": "1", "name": tool, "args": string(raw)})
		if err != nil {
			return err
		}
		_ = r.Body.Close() // it is empty
		failed, err := w.next("result")
		if err == nil && len(failed) > 0 && string(failed) != "null" {
			err = fmt.Errorf("%s: %s", tool, failed)
		}
		return err
	}
}
