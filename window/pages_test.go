package window

import (
	"context"
	"errors"
	"strings"
	"testing"

	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/pages"
	"handrail/tools"
)

// pageDesk shows pages as the test wants.
type pageDesk struct {
	Desktop
	show pages.Screen
}

// PageScreen implements Desktop.
func (d pageDesk) PageScreen() pages.Screen { return d.show }

// The window lists pages, opens one, and says why one cannot be opened or shown.
func TestPagesOfASpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"space.manifest.json": `{"pages": [{"id": "b", "name": "Books", "tools": ["read"]}]}`, "pages/a.html": "<p>a", "pages/b.html": "<p>b",
	}})
	shown := make(chan string, 1)
	p := &Pages{&app{ctx: t.Context(), o: b.O, pages: pages.New(b.O, nil), desk: pageDesk{show: func(_ context.Context, address string) error {
		shown <- address
		return errors.New("no display")
	}}}}
	t.Cleanup(p.pages.Close)
	heard := make(chan string, 8)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			heard <- e.Notice.Text
		}
	})()
	list, err := p.Pages(b.Dir)
	if err != nil || len(list) != 2 || list[0].Name != "Books" || list[0].Desktop || list[0].Tools[0] != "read" || !list[1].Desktop || list[1].Tools == nil || list[1].Why != "" {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := p.OpenPage(b.Dir, "a"); err != nil {
		t.Fatal(err)
	}
	if address := <-shown; !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("%q", address)
	}
	if text := <-heard; !strings.Contains(text, "no display") {
		t.Errorf("%q", text)
	}
	b.File("pages/a.html", "<p>other")
	b.Reload()
	if list, err := p.Pages(b.Dir); err != nil || list[1].Why == "" {
		t.Errorf("%+v, %v", list, err)
	}
	if err := p.OpenPage(b.Dir, "a"); err == nil {
		t.Error("a page that is held back opens")
	}
	p.desk = pageDesk{} // where nothing can show a page
	var e *tools.Error
	if err := p.OpenPage(b.Dir, "b"); !errors.As(err, &e) || e.Code != tools.Unavailable || !strings.Contains(e.Message, "can't be opened") {
		t.Errorf("without a viewer: %v", err)
	}
	if recs, err := b.O.Store().History().FindRuns(t.Context(), "", 10); err != nil || len(recs) != 1 {
		t.Errorf("%+v, %v", recs, err)
	}
}
