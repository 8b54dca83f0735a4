package heredoc

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

func TestMisread(t *testing.T) {
	for text, want := range map[string]bool{
		"cat <<E\nx\nE":                                  false,
		"cat <<E; echo\nx\nE\necho":                      false,
		"cat <<A <<'B' | sort\nx\nA\ny\nB\n":             false,
		"cat <<-E\n\tx\n\tE\n":                           false,
		"cat <<\\E && (( 1 ))\n$x\nE\n":                  false,
		"cat <<E | while read l; do\nx\nE\necho; done":   false,
		"x=$(cat <<E\nx\nE\n)":                           false,
		"cat <<E >$(mktemp)\nx\nE\n":                     false,
		"cat <<E # what follows\nx\nE\n":                 false,
		"cat <<E\nE\necho":                               false,
		"[[ a ]] && cat <<E\nx\nE\n":                     false,
		"cat <<'E'\na\\\nE\n":                            false,
		"cat <<E; [[ a ]]\nE\nrm x\nE\n":                 true,
		"cat <<E & [[ -t $v ]]\n$(rm x)\nE\n":            true,
		"cat <<E; [[ a ]] # one\nE\nrm x\nE\n":           true,
		"cat <<E; echo '\nE\nrm x\nE\n'":                 true,
		"y=$(cat <<E)\nrm x\nE\n":                        true,
		"cat <<E \\\n; echo\nx\nE\n":                     true,
		"cat <<$'E'\nx\nE\n":                             true,
		"cat <<\"$E\"\nx\n$E\n":                          true,
		"cat <<E; [[ a ]]\nx\nE\necho; cat <<E\ny\nE\n":  true,
		"echo; f() { cat <<E; [[ a ]]\nE\nrm x\nE\n}; f": true,
	} {
		file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
		if err != nil {
			t.Logf("%q cannot be read: %v", text, err) // which is as good
			continue
		}
		if at, got := Misread(text, file.Stmts); got != want || got && !strings.HasPrefix(text[at:], "<<") {
			t.Errorf("%q: %v at %d, want %v", text, got, at, want)
		}
	}
}
