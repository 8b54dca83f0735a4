package settings

import (
	"errors"
	"strings"
	"testing"
)

// What begins as a reference and can name nothing is told, and is not given to a program as the text that it is.
func TestFillPlaceholders(t *testing.T) {
	t.Parallel()
	value := func(name, _ string) (string, error) {
		if name == "A" || name == "secret:db" {
			return "value of " + name, nil
		}
		return "", errors.New(name + " is missing")
	}
	for text, want := range map[string]string{
		"x ${A} ${secret:db}":            "x value of A value of secret:db",
		"${NOPE:-else}":                  "else",
		"${NOPE}":                        "error: NOPE is missing",
		"$A {A} ${9} ${a b}":             "$A {A} ${9} ${a b}",
		"${secret:machine:keys}":         "error: ${secret:machine:keys}",
		"${secret: machine:keys}":        "error: ${secret: machine:keys}",
		"${ SECRET:db}":                  "error: ${ SECRET:db}",
		"${secret:a%3Ab}":                "error: ${secret:a%3Ab}",
		"${secret:${A}}":                 "error: ${secret:value of A}",
		"${env:A B}":                     "error: ${env:A B}",
		"${NOPE:-${secret:db}}":          "error: NOPE is missing",
		"${secret:nope:-${secret:db}} x": "error: secret:nope is missing",
	} {
		got, err := FillPlaceholders(text, value)
		if said, wrong := strings.CutPrefix(want, "error: "); wrong {
			if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(said, "value of A", "")) {
				t.Errorf("%s gave %q and the error %v, want %s", text, got, err, said)
			}
		} else if err != nil || got != want {
			t.Errorf("%s gave %q, %v, want %q", text, got, err, want)
		}
	}
	if why := (Server{URL: "http://127.0.0.1:port/?api_key=word"}).Problem("x"); why == "" || strings.Contains(why, "word") {
		t.Errorf("a bad url is refused with %q", why)
	}
}
