package cli

import (
	"bytes"
	"strings"
	"testing"
)

// The program with the window has help of its own; that of a verb, and the command line's, are what they are.
func TestHelpOfTheWindow(t *testing.T) {
	for _, c := range []struct {
		desktop bool
		args    string
		want    string
	}{
		{true, "--help", desktopHelp},
		{true, "-h", desktopHelp},
		{true, "--space x --help", desktopHelp},
		{true, "runs --help", "Usage: handrail runs"},
		{false, "--help", "Usage: handrail <command> [flags]"},
	} {
		var out, bad bytes.Buffer
		code := Run(t.Context(), Env{Args: strings.Fields(c.args), Stdout: &out, Stderr: &bad, Version: "1", Dir: t.TempDir(), Home: t.TempDir(), Desktop: c.desktop})
		if code != ExitDone || !strings.HasPrefix(out.String(), c.want) || bad.Len() > 0 {
			t.Errorf("%s (window: %v): %d, %s%s", c.args, c.desktop, code, out.String(), bad.String())
		}
	}
	for _, flag := range []string{"--space", "--version", "handrail --help"} {
		if !strings.Contains(desktopHelp, flag) {
			t.Errorf("%s is missing", flag)
		}
	}
}
