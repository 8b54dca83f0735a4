package web

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hurried is a GET and the converter, as somebody would write it down in a hurry.
func hurried(b *testing.B, address string) {
	b.Helper()
	got, err := http.Get(address)
	if err != nil {
		b.Fatal(err)
	}
	defer got.Body.Close()
	doc, err := html.Parse(got.Body)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := markdown(doc); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkHostile(b *testing.B) {
	base := address(b, "https://a.example/")
	for _, part := range []string{"<a href=x>y", "<font><p>x", "*_[", "<ul><li>x"} {
		source := strings.Repeat(part, (10<<20)/len(part))
		b.Run(part, func(b *testing.B) {
			for b.Loop() {
				_, _ = Markdown(b.Context(), base, source)
			}
		})
	}
}

// A page of 1 MB: a bare GET with the converter alone, and all that Fetch and Markdown do.
func BenchmarkMegabyte(b *testing.B) {
	source := "<html><head><title>Storm</title></head><body><nav>Menu</nav><main>" + strings.Repeat(story, (1<<20)/len(story)) + "</main></body></html>"
	s, hosts := serve(b, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(source))
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			hurried(b, s.URL)
		}
	})
	b.Run("fetch", func(b *testing.B) {
		f := New(Config{})
		for b.Loop() {
			got, err := get(b, f, s.URL, hosts)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Markdown(b.Context(), got.URL, got.Decode()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
