package render

import (
	"strings"
	"testing"
)

func TestArgv(t *testing.T) {
	for want, argv := range map[string][]string{
		"git status -s":         {"git", "status", "-s"},
		"echo ''":               {"echo", ""},
		"'A=b' c":               {"A=b", "c"},
		"'if' x":                {"if", "x"},
		"rm '~' '$HOME' '*'":    {"rm", "~", "$HOME", "*"},
		`echo "it's"`:           {"echo", "it's"},
		`echo $'a\nb'`:          {"echo", "a\nb"},
		"echo 'a;b' '{x,y}' -x": {"echo", "a;b", "{x,y}", "-x"},
	} {
		got, err := Argv(argv)
		if err != nil || got != want {
			t.Errorf("Argv(%q) = %s, %v, want %s", argv, got, err, want)
		}
	}
	if got, err := Argv([]string{"a", "b\x00"}); err == nil || !strings.Contains(err.Error(), "element 1") {
		t.Errorf("a NUL byte became %q, %v", got, err)
	}
}
