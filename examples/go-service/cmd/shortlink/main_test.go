package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.org/shortlink/links"
)

func TestRoutes(t *testing.T) {
	handler := routes(&links.Store{})
	for _, step := range []struct {
		method, path, body string
		code               int
	}{
		{"GET", "/docs", "", http.StatusNotFound},
		{"PUT", "/docs", "not an address", http.StatusBadRequest},
		{"PUT", "/docs", "https://example.org", http.StatusCreated},
		{"PUT", "/docs", "https://example.com", http.StatusConflict},
		{"GET", "/docs", "", http.StatusFound},
		{"HEAD", "/docs", "", http.StatusFound},
		{"GET", "/names", "", http.StatusOK},
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(step.method, step.path, strings.NewReader(step.body)))
		if w.Code != step.code {
			t.Errorf("%s %s %q: %d, want %d", step.method, step.path, step.body, w.Code, step.code)
		}
	}
}
