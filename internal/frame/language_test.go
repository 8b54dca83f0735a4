package frame

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTheWindowSpeaksWhatIsChosenOrWhatTheSystemDoes(t *testing.T) {
	for _, c := range []struct{ chosen, all, messages, lang, want string }{
		{"de", "en_GB.UTF-8", "", "", "de"},
		{"en", "de_DE.UTF-8", "", "", "en"},
		{"", "de_AT.UTF-8", "en_US.UTF-8", "en_US.UTF-8", "de"},
		{"", "", "de_CH", "en_US.UTF-8", "de"},
		{"", "", "", "de_DE@euro", "de"},
		{"", "", "", "de", "de"},
		{"", "", "", "fr_FR.UTF-8", "en"},
		{"", "", "", "C.UTF-8", "en"},
		{"", "", "", "", ""},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := spoken(cmp.Or(c.chosen, environLanguage())); got != c.want {
			t.Errorf("%+v: the window speaks %q", c, got)
		}
	}
}

func TestThePageIsServedInTheLanguageOfTheMoment(t *testing.T) {
	language := "de"
	files := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone.js" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Length", "29")
		_, _ = io.WriteString(w, `<html lang="en"><head></head>`)
	})
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		Speak(func() string { return language })(files).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		return w.Code, w.Body.String()
	}
	if code, page := get("/"); code != http.StatusOK || page != `<html lang="de"><head></head>` {
		t.Errorf("the page is %d %s", code, page)
	}
	language = "en"
	if _, page := get("/index.html"); page != `<html lang="en"><head></head>` {
		t.Errorf("after a change, the page is %s", page)
	}
	language = "de"
	if _, page := get("/other.html"); page != `<html lang="en"><head></head>` {
		t.Errorf("another file is %s", page)
	}
	if code, _ := get("/gone.js"); code != http.StatusNotFound {
		t.Errorf("a file that is gone answers %d", code)
	}
}
