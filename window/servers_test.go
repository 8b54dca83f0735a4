package window

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/programs"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/tools"
)

func TestAServerSaysHowThingsStand(t *testing.T) {
	for name, c := range map[string]struct {
		server servers.View
		want   ServerState
	}{
		"as its client says":      {servers.View{State: "waiting"}, "waiting"},
		"turned off":              {servers.View{State: "idle", Disabled: true}, "off"},
		"not trusted":             {servers.View{State: "idle", Problem: "p", Barred: true}, "held-back"},
		"badly set":               {servers.View{State: "idle", Problem: "p", Disabled: true}, "broken"},
		"shadowed, whatever else": {servers.View{State: "idle", Problem: "p", Shadowed: true}, "shadowed"},
	} {
		if got := serverState(c.server); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

func TestAServerOfTheSpaceSaysWhereItStands(t *testing.T) {
	got := serverView(servers.View{Name: "tracker", From: servers.FromSpace, File: ".mcp.json", Line: 3, Command: "node", Args: []string{"t.mjs"}, State: "idle", Reason: "it is new"})
	want := ServerView{Name: "tracker", From: "space", File: ".mcp.json:3", Kind: "program", Target: "node t.mjs", State: "idle", Reason: "It is new", Enabled: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	remote := serverView(servers.View{From: servers.FromSettings, File: "/home/ada/settings.json", URL: "https://x.example.com/mcp", State: "ready"})
	if remote.Kind != "remote" || remote.Target != "https://x.example.com/mcp" || remote.File != "settings.json" {
		t.Error(remote)
	}
}

func TestAToolOfAServerSaysWhatChanged(t *testing.T) {
	held := operator.ServerTool{ToolState: operator.ToolState{Entry: tools.Entry{
		Info: tools.Info{Name: "files__read", Claimed: true}, Qualified: "files__read", State: tools.Held, Reason: "changed",
	}}}
	got := serverToolView("files", held, map[string]servers.Change{"read": {Tool: "read", Status: servers.StatusChanged, Diff: "-a\n+b", Digest: "d", Reason: "The server changed this tool."}})
	want := ServerToolView{
		Name: "read", Qualified: "files__read", Title: "read", State: "held-back", Reason: "The server changed this tool.", Hints: []string{"only reads"},
		Change: "changed", Difference: "-a\n+b", Digest: "d",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAValueThatIsSecretDoesNotCross(t *testing.T) {
	for value, want := range map[servers.Var]SettingView{
		{Name: "A", Value: "eu"}:                                 {Name: "A", Value: "eu"},
		{Name: "A", Value: "${secret:s.A}", Secret: true}:        {Name: "A", Hidden: true, Secret: "s.A"},
		{Name: "A", Value: "Bearer ${secret:t}", Secret: true}:   {Name: "A", Hidden: true, Secret: "t"},
		{Name: "A", Secret: true}:                                {Name: "A", Hidden: true},
		{Name: "A", Value: "not meant to be here", Secret: true}: {Name: "A", Hidden: true},
	} {
		if got := settingView(value); got != want {
			t.Errorf("%+v: %+v, not %+v", value, got, want)
		}
	}
}

func TestAPastedTextSaysWhereItIsWrong(t *testing.T) {
	got := readServersView(setup.File{Problem: "the text:14:3: a comma is missing"})
	if got.Line != 14 || got.Column != 3 || got.Problem != "A comma is missing" {
		t.Errorf("%+v", got)
	}
	if got := readServersView(setup.File{Problem: "there is no server"}); got.Line != 0 || got.Problem != "There is no server" {
		t.Errorf("%+v", got)
	}
}

func TestAFormBecomesSettings(t *testing.T) {
	got := serverForm(ServerForm{
		Name: "shop", Command: "node", Args: []string{"s.mjs"}, Internal: true, Network: []string{"registry"},
		Env: []SettingForm{{Name: "A", Value: "1"}, {Name: "TOKEN", Value: "t", Secret: true}, {Name: "", Value: "left out"}},
	})
	if diff := cmp.Diff(map[string]string{"A": "1"}, got.Settings.Env); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"TOKEN": "t"}, got.SecretEnv); diff != "" {
		t.Error(diff)
	}
	if !got.Settings.IsInternal() || len(got.Settings.Network) != 1 {
		t.Errorf("%+v", got.Settings)
	}
	if got := serverForm(ServerForm{Command: "node"}); got.Settings.Network != nil || got.Settings.IsInternal() {
		t.Errorf("what the command needs by itself was set: %+v", got.Settings)
	}
}

func TestASavedServerFillsAForm(t *testing.T) {
	form := savedServerForm("shop", setup.Saved{
		Settings: settings.Server{Command: "node", Args: []string{"s.mjs"}, Dir: "/srv", Timeout: 7}, Digest: "d",
		Env: []servers.Var{{Name: "A", Value: "1"}, {Name: "TOKEN", Value: "Bearer ${secret:shop.TOKEN}", Secret: true}, {Name: "KEY", Secret: true}},
	})
	want := []SettingForm{{Name: "A", Value: "1"}, {Name: "TOKEN", Secret: true, Keeps: "TOKEN", Kept: "shop.TOKEN", Around: "Bearer …"}, {Name: "KEY", Secret: true, Keeps: "KEY"}}
	if diff := cmp.Diff(want, form.Env); diff != "" || form.Was != "d" || form.Folder != "/srv" || form.Timeout != 7 || !form.Internal {
		t.Errorf("%s%+v", diff, form)
	}
	form.Env[1].Name, form.Env[2].Value = "TOKEN_2", "typed"
	got := serverForm(form)
	if diff := cmp.Diff(map[string]string{"TOKEN_2": "TOKEN", "KEY": "KEY"}, got.KeptEnv); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"KEY": "typed"}, got.SecretEnv); diff != "" || got.Was != "d" {
		t.Error(diff, got.Was)
	}
}

func TestAProgramSaysHowThingsStand(t *testing.T) {
	for want, c := range map[ProgramState]programs.Connection{
		"broken":        {Problem: "p", Connected: true},
		"foreign":       {Other: true, Here: true},
		"gone":          {Connected: true, Gone: true},
		"connected":     {Connected: true},
		"not-connected": {Here: true},
		"not-found":     {},
	} {
		if got := programView(c).State; got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestWhatDoesNotFitAFormIsSaidOfItsField(t *testing.T) {
	fields := errors.Join(&tools.FieldError{Field: "label", Text: "It is needed."}, &tools.FieldError{Field: "a/b", Text: "It is too long."})
	got, err := formProblems(fmt.Errorf("the form does not take this:\n%w", fields))
	want := []ViolationView{{Path: "/label", Message: "It is needed."}, {Path: "/a~1b", Message: "It is too long."}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if got, err := formProblems(nil); got == nil || len(got) != 0 || err != nil {
		t.Error(got, err)
	}
	if _, err := formProblems(errors.New("closed")); err == nil {
		t.Error("an error of the whole was lost")
	}
}

func TestAFormNamesTheHostOfItsPage(t *testing.T) {
	got := formView(news.PendingForm{Form: tools.Form{ID: "f", URL: "https://user@login.example.com:8443/x"}, Done: true})
	if got.Host != "login.example.com:8443" || got.State != "closed" || got.Schema != "" {
		t.Errorf("%+v", got)
	}
}
