package window

import (
	"context"
	"errors"
	"strings"
	"testing"

	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/pages"
)

// pageDesk shows pages as the test wants.
type pageDesk struct {
	Desktop
	show func(ctx context.Context, address string) (bool, error)
}

// ShowPage implements Desktop.
func (d pageDesk) ShowPage(ctx context.Context, address string) (bool, error) {
	return d.show(ctx, address)
}

// The window lists pages, opens one, and says why one cannot be opened or shown.
func TestPagesOfASpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"space.manifest.json": `{"pages": [{"id": "b", "name": "Books", "tools": ["read"]}]}`, "pages/a.html": "<p>a", "pages/b.html": "<p>b",
	}})
	shown := make(chan string, 1)
	p := &Pages{&app{ctx: t.Context(), o: b.O, pages: pages.New(b.O), desk: pageDesk{show: func(_ context.Context, address string) (bool, error) {
		shown <- address
		return true, errors.New("no display")
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
}
