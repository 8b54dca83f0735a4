package web

import (
	"net/http"
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
