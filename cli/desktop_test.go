package cli

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
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

// What is read of the grammar of one verb is what is read of all of it, and so is what is wrong.
func TestOneVerbIsReadAsAll(t *testing.T) {
	options := []kong.Option{kong.Name("handrail"), kong.Vars{"version": "1"}, kong.Exit(func(int) {})}
	words := func(parsed *kong.Context, err error) string {
		if err != nil {
			return err.Error()
		}
		return parsed.Command()
	}
	for _, line := range []string{
		"tools", "tools list --json", "--json tools off bash", "--space x --network a,b --confirm deny call read path=a", "--confirm=allow run hello",
		"run -- --help", "secrets", "servers add x -- npx y --help", "mcp serve --http 1", "space trust --show", "memory show", "runs list --limit 3", "outbox", "open x",
		"", "nope", "tools nope", "tools --nope", "--confirm maybe tools", "call", "--space", "windows", "window",
	} {
		args := strings.Fields(line)
		var one, all app
		got := words(parse(args, &one, options))
		parser, err := kong.New(&all, options...)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.Parse(args)
		if want := words(parsed, err); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
		for _, f := range fieldsOf(verbOf(args)) {
			got, want := reflect.ValueOf(one).FieldByName(f.Name), reflect.ValueOf(all).FieldByName(f.Name)
			if err == nil && !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Errorf("%q: %s is %+v, want %+v", line, f.Name, got, want)
			}
		}
	}
	if n, all := len(fieldsOf("tools")), reflect.TypeFor[app]().NumField(); n != 6 || all < 30 {
		t.Errorf("of %d fields, %d are read for one verb", all, n)
	}
}
