package frame

import (
	"cmp"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// languages are those that the window has, the first one for everybody who speaks none of them.
var languages = []string{"en", "de"}

// Language is the language of the window, as HTML writes it: what the person has chosen or, for "", the system's. "" if
// that is not to be found out here: then the page goes by its engine.
func Language(chosen string) string {
	return spoken(cmp.Or(chosen, systemLanguage()))
}

// spoken finds the language of a locale: "de_AT.UTF-8" and "de-CH" are "de".
func spoken(locale string) string {
	if locale == "" {
		return ""
	}
	name := strings.ToLower(locale)
	if at := strings.IndexAny(name, "_-.@"); at >= 0 {
		name = name[:at]
	}
	for _, known := range languages {
		if name == known {
			return known
		}
	}
	return languages[0]
}

// environLanguage is the locale that messages have by the environment; "" if it names none.
func environLanguage() string {
	return cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
}

// Speak has the page served in a language: its element html says which, before any of its scripts runs. It is asked for each time,
// so that a page that is loaded again has what was chosen meanwhile.
func Speak(language func() string) func(http.Handler) http.Handler {
	return func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" && r.URL.Path != "/index.html" {
				page.ServeHTTP(w, r)
				return
			}
			written := &pageWriter{ResponseWriter: w, language: language()}
			page.ServeHTTP(written, r)
			written.flush()
		})
	}
}

// pageWriter keeps the page until it is whole.
type pageWriter struct {
	http.ResponseWriter

	language string
	status   int
	body     strings.Builder
}

func (p *pageWriter) WriteHeader(status int) { p.status = status }

func (p *pageWriter) Write(part []byte) (int, error) { return p.body.Write(part) }

func (p *pageWriter) flush() {
	body := strings.Replace(p.body.String(), `<html lang="en">`, `<html lang="`+p.language+`">`, 1)
	if p.Header().Get("Content-Length") != "" {
		p.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	p.ResponseWriter.WriteHeader(cmp.Or(p.status, http.StatusOK))
	_, _ = p.ResponseWriter.Write([]byte(body)) // the window is gone
}
