package servers_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/tools"
)

// What the person opens to a space's server is for the program that it was then, and
// not for what the space puts under that name later. What they took away stays.
func TestOptionsAreForTheProgramTheyWereGivenTo(t *testing.T) {
	const entry = `{"mcpServers":{"own":ENTRY}}`
	first := `{"command":"sh","args":["a.sh"]}`
	for name, c := range map[string]struct {
		entry string
		stale bool
	}{
		"the same":       {`{"args":["a.sh"],"command":"sh","timeout":5}`, false},
		"arguments":      {`{"command":"sh","args":["b.sh"]}`, true},
		"a command":      {`{"command":"bash","args":["a.sh"]}`, true},
		"variables":      {`{"command":"sh","args":["a.sh"],"env":{"ENV":"b.sh"}}`, true},
		"a folder":       {`{"command":"sh","args":["a.sh"],"cwd":"sub"}`, true},
		"an address":     {`{"url":"https://example.com/mcp"}`, true},
		"split otherway": {`{"command":"sh a.sh"}`, true},
	} {
		b := openFiles(t, map[string]string{".mcp.json": strings.ReplaceAll(entry, "ENTRY", first), "a.sh": "exit 0\n", "b.sh": "exit 0\n"})
		b.Trust()
		more := filepath.Join(b.Options.Home, "more")
		operatortest.WriteFile(t, filepath.Join(more, "x"), "")
		offered, words, folders := false, []string{"api.example.com"}, []string{more}
		if err := b.S.Servers().Options().Set(t.Context(), "own", servers.Option{Internal: &offered, Network: &words, Read: &folders, Write: &folders}); err != nil {
			t.Fatal(err)
		}
		at := func() servers.View {
			list := b.S.Servers().List()
			return list[slices.IndexFunc(list, func(v servers.View) bool { return v.Name == "own" })]
		}
		if v := at(); v.Internal || !v.Profile.Own || len(v.Profile.Write) != 1 || len(v.Profile.Notes) != 0 && strings.Contains(v.Profile.Notes[0].Text, "doesn't apply") {
			t.Fatalf("%s, before: %+v", name, v)
		}
		operatortest.WriteFile(t, filepath.Join(b.Dir, ".mcp.json"), strings.ReplaceAll(entry, "ENTRY", c.entry))
		b.Reload()
		b.Trust()
		v := at()
		told := slices.ContainsFunc(v.Profile.Notes, func(n tools.Note) bool { return strings.Contains(n.Text, "doesn't apply") })
		open := !v.Internal || v.Profile.Own || len(v.Profile.Read)+len(v.Profile.Write) > 0
		if told != c.stale || open == c.stale {
			t.Errorf("%s: told %t, open %t: %+v", name, told, open, v)
		}
		if !c.stale {
			continue
		}
		off := true
		if err := b.S.Servers().Options().Set(t.Context(), "own", servers.Option{Disabled: &off}); err != nil {
			t.Fatal(err)
		}
		if v := at(); !v.Disabled || !v.Internal || v.Profile.Own || len(v.Profile.Write) > 0 {
			t.Errorf("%s: turning it off opens it: %+v", name, v)
		}
		operatortest.WriteFile(t, filepath.Join(b.Dir, ".mcp.json"), strings.ReplaceAll(entry, "ENTRY", first))
		b.Reload()
		if v := at(); !v.Disabled {
			t.Errorf("%s: the space turns on what the person has turned off", name)
		}
	}
}
