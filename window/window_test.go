package window

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/doctor"
	"handrail/operator/hands"
	"handrail/operator/history"
	"handrail/operator/models"
	"handrail/operator/news"
	"handrail/operator/running"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/tools"
)

// open opens the app on a copy of the welcome space, without a face.
func open(t *testing.T) (*operator.Operator, *operator.Space) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "welcome")
	if err := os.CopyFS(dir, os.DirFS("../examples/welcome")); err != nil {
		t.Fatal(err)
	}
	o, err := operator.Open(t.Context(), operator.Config{
		Dirs: settings.Dirs{Config: t.TempDir(), Data: t.TempDir()}, Version: "0", Home: t.TempDir(), Environ: settings.TerminalEnviron(),
		Confirmer: func(*operator.Operator) tools.Confirmer { return bridge.Fixed(tools.Deny) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := o.OpenSpace(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Trust().Approve(t.Context(), s.Trust().State().Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	return o, s
}

// The page's types say that nothing is null.
func TestNothingInAViewIsNull(t *testing.T) {
	o, s := open(t)
	chat, err := chats.New(o).Start(s.Dir(), "")
	if err != nil {
		t.Fatal(err)
	}
	run, err := chat.Send("/read path=books.csv")
	if err != nil {
		t.Fatal(err)
	}
	if run, err = chat.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	events, err := o.History().Events(t.Context(), run.ID, 0, 3)
	page, pageErr := pageOf(events, err)(2)
	if pageErr != nil || len(page.Events) != 2 || !page.More {
		t.Fatalf("a page of 2 has %d events, more is %t, %v", len(page.Events), page.More, pageErr)
	}
	settings, err := (&app{ctx: t.Context(), o: o}).view(nil)
	if err != nil {
		t.Fatal(err)
	}
	entry := s.Registry().Entries()[0]
	around, err := s.Walls().View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pending := news.Pending{Asked: time.Now()}
	for view, value := range map[string]any{
		"SpaceView": spaceView(s), "AgentView": agentView(s.Agents()[0]), "InventoryView": inventoryView(s), "InventoryItemView": inventoryView(s).Items[0],
		"SessionView": chatView(chat), "RunView": runView(run), "EventView": page.Events[0], "EventsPageView": page, "ToolView": toolView(entry),
		"ToolDetailView": toolDetailView(entry), "PreviewView": previewView(s.Forecast(t.Context(), "bash", `{"command":"ls"}`)),
		"QuestionView": questionView(pending), "SettingsView": settings, "ProviderView": providerView(models.Status{}),
		"LocalServerView": localServerView(models.LocalServer{}), "DoctorView": doctorView(doctor.Finding{}), "ProblemView": problemView(operator.Problem{}),
		"EffectView": effectView(tools.Effect{}), "AboutView": AboutView{Commit: commit()}, "NoticeView": NoticeView{}, "RunsPageView": RunsPageView{Runs: each([]journal.Run{run}, runView)},
		"ViolationView": ViolationView{}, "StartedCallView": StartedCallView{}, "ProviderForm": ProviderForm{},
		"HandsView": handsView(hands.Contents{}), "HandsCheckView": handsCheckView(hands.Check{}), "HandView": handView(hands.Checked{}),
		"HandProblemView": handProblemView(hands.Problem{}), "HandArgvView": handArgvView(hands.Argv{}), "PatternView": PatternView{},
		"SavedHandsView": savedHandsView(hands.Saved{}), "HandCallView": handCallView(history.HandCall{}),
		"HandProposalsView": handProposalsView(hands.Proposal{}), "HandProposalView": HandProposalView{Argv: []string{}},
		"WallsView": wallsView(around), "WallView": wallsView(around).Walls[0], "NetworkView": wallsView(around).Network, "WordProblemView": wordProblemView(walls.WordProblem{}),
		"JobView": jobView(running.Job{}), "PieceView": pieceView(running.Piece{}),
	} {
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]json.RawMessage
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%s: %v", view, err)
		}
		for name, field := range got {
			if string(field) == "null" {
				t.Errorf("%s.%s is null", view, name)
			}
		}
	}
}

func TestPreviewsSayWhatWouldBecomeOfACall(t *testing.T) {
	_, s := open(t)
	for name, tt := range map[string]struct {
		tool, input     string
		decision        Decision
		code, violation string
	}{
		"runs":               {tool: "read", input: `{"path":"books.csv"}`, decision: "run"},
		"asks":               {tool: "bash", input: `{"command":"rm -rf sub*"}`, decision: "ask"},
		"is denied":          {tool: "bash", input: `{"command":"rm -rf /"}`, decision: "deny"},
		"does not fit":       {tool: "find-books", input: `{"status":"burnt"}`, decision: "deny", violation: "/status"},
		"cannot be prepared": {tool: "read", input: `{"path":"../x"}`, decision: "deny", code: "invalid_path"},
		"is not there":       {tool: "fly", input: `{}`, decision: "deny", code: "not_found"},
		"is not even JSON":   {tool: "read", input: `{`, decision: "deny", violation: " "},
	} {
		t.Run(name, func(t *testing.T) {
			v := previewView(s.Forecast(t.Context(), tt.tool, tt.input))
			if v.Decision != tt.decision || v.Code != tt.code {
				t.Errorf("decision %q, code %q (%s), want %q, %q", v.Decision, v.Code, v.Message, tt.decision, tt.code)
			}
			if tt.violation != "" && (len(v.Violations) != 1 || v.Violations[0].Path != strings.TrimSpace(tt.violation)) {
				t.Errorf("violations are %+v", v.Violations)
			}
		})
	}
}

func TestEventsOfTheWindow(t *testing.T) {
	o, s := open(t)
	for kind, e := range map[string]news.Event{
		"journal":  {Kind: news.OnJournal, Journal: &news.Recorded{}},
		"delta":    {Kind: news.OnDelta, Delta: &news.Delta{}},
		"output":   {Kind: news.OnOutput, Output: &news.Output{}},
		"question": {Kind: news.OnQuestion, Ask: &news.Pending{}},
		"changed":  {Kind: news.OnSpace, Folder: s.Dir()},
		"chat":     {Kind: news.OnSession, Session: &news.Session{}},
		"notice":   {Kind: news.OnNotice, Notice: &news.Notice{}},
	} {
		v, ok := appEvent(o, e)
		raw, err := json.Marshal(v)
		if err != nil || !ok {
			t.Fatal(kind, ok, err)
		}
		var got map[string]json.RawMessage
		if err := json.Unmarshal(raw, &got); err != nil || got[kind] == nil {
			t.Errorf("%s: its field is not set in %s, %v", kind, raw, err)
		}
	}
	if _, ok := appEvent(o, news.Event{Kind: news.OnSpace, Folder: filepath.Join(s.Dir(), "closed")}); ok {
		t.Error("the page hears of a space that is not open")
	}
	if v := sessionView(news.Session{}); v.Updated != "" || viewMust(t, s) != s.Dir() {
		t.Errorf("an empty time is %q", v.Updated)
	}
}

func viewMust(t *testing.T, s *operator.Space) string {
	t.Helper()
	path, err := viewOf(s, nil, func(s *operator.Space) string { return s.Dir() })
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The button "Take the tour" does what this test does.
func TestTheTourPlaysInAChat(t *testing.T) {
	o, s := open(t)
	view := spaceView(s)
	if view.Tour == "" {
		t.Fatal("the welcome space offers no tour")
	}
	all := chats.New(o)
	chat, err := all.Start(s.Dir(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := chat.SetModel(view.Tour); err != nil {
		t.Fatal(err)
	}
	page := &Spaces{&app{ctx: t.Context(), o: o, chats: all}}
	calls, steps := 0, 0
	// The tour waits for the person at each step, and says what they may say.
	for said := []string{"Show me around."}; !strings.HasPrefix(said[0], "Which books"); steps++ {
		run, err := chat.Send(said[0])
		if err != nil {
			t.Fatal(err)
		}
		if run, err = chat.Wait(t.Context(), run.ID); err != nil || run.State != "done" {
			t.Fatalf("step %d of the tour is %s: %s, %v", steps, run.State, run.Reason, err)
		}
		calls += run.Calls
		if said, err = page.Suggested(chat.Session().ID); err != nil || len(said) == 0 {
			t.Fatalf("step %d suggests %v: %v", steps, said, err)
		}
	}
	if steps != 4 || calls < 10 {
		t.Errorf("%d steps and %d calls", steps, calls)
	}
	// It is no dead end: the chat goes on with the model that a new one would have.
	run, err := chat.Send("/read path=books.csv")
	if err != nil {
		t.Fatal(err)
	}
	if run, err = chat.Wait(t.Context(), run.ID); err != nil || run.Model != models.Guide || run.Calls != 1 {
		t.Errorf("after the tour %s answers, with %d calls: %s, %v", run.Model, run.Calls, run.State, err)
	}
	if _, model := chat.Who(); model != models.Guide {
		t.Errorf("after the tour the chat shows the model %s", model)
	}
	if said, err := page.Suggested(chat.Session().ID); err != nil || len(said) != 0 {
		t.Errorf("after the tour it suggests %q, %v", said, err)
	}
	if err := s.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tour := spaceView(s).Tour; tour != "" {
		t.Errorf("a space that is no longer trusted offers the tour %q", tour)
	}
}

// The example becomes a folder of its own, trusted, with its tour, and never over something.
func TestTheExampleIsCopied(t *testing.T) {
	o, _ := open(t)
	page := &Spaces{&app{ctx: t.Context(), o: o, chats: chats.New(o)}}
	folder, err := page.ExampleFolder("")
	if err != nil || folder != filepath.Join(o.Config().Home, "Bookshelf") {
		t.Fatalf("%s, %v", folder, err)
	}
	space, err := page.TryExample(folder)
	if err != nil || space.Trust != trust.Trusted || space.Tour == "" || space.Errors != 0 {
		t.Fatalf("%+v, %v", space, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "books.csv"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := page.TryExample(folder); err == nil || !strings.Contains(err.Error(), "is left alone") {
		t.Errorf("it was copied over: %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(folder, "books.csv")); string(data) != "mine" {
		t.Error("something was written over")
	}
	if next, err := page.ExampleFolder(filepath.Dir(folder)); err != nil || next != folder+" 2" {
		t.Errorf("the next one is %s, %v", next, err)
	}
}

// A space is made from a template of the program, or like another one, in a folder of its own that nothing else had.
func TestASpaceIsMade(t *testing.T) {
	o, welcome := open(t)
	where := t.TempDir()
	page := &Spaces{&app{ctx: t.Context(), o: o, desk: &picker{folder: where}, chats: chats.New(o)}}
	found, err := page.Beginnings()
	if err != nil || found.Where != o.Config().Home || !slices.Equal(found.Templates, []string{"assistant", "notes", "empty"}) {
		t.Fatalf("%+v, %v", found, err)
	}
	if picked, err := page.ChooseWhere(); err != nil || picked != where {
		t.Fatalf("%s, %v", picked, err)
	}
	made, err := page.BeginSpace(NewSpaceForm{Where: where, Name: "My notes", Template: "notes"})
	if err != nil || made.Name != "My notes" || made.Trust != trust.Trusted || made.Errors+made.Warnings != 0 || len(made.Agents) != 1 {
		t.Fatalf("%+v, %v", made, err)
	}
	like, err := page.BeginSpace(NewSpaceForm{Where: where, Name: "Shelf", Template: welcome.Dir()})
	if err != nil || like.Trust != trust.Untrusted {
		t.Errorf("like another one: %+v, %v", like, err)
	}
	listed, err := page.Spaces()
	if paths := each(listed, func(s SpaceView) string { return s.Path }); err != nil || !slices.Contains(paths, made.Path) || !slices.Contains(paths, like.Path) {
		t.Errorf("on the list: %v, %v", paths, err)
	}
	for name, form := range map[string]NewSpaceForm{
		"is not empty": {Where: where, Name: "Shelf", Template: "empty"}, "no name of a folder": {Where: where, Name: "a/b", Template: "empty"},
		"there is no template": {Where: where, Name: "x", Template: "other"}, "there is no folder": {Where: filepath.Join(where, "gone"), Name: "x", Template: "empty"},
	} {
		if _, err := page.BeginSpace(form); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHandViews(t *testing.T) {
	two := 2
	for name, c := range map[string]struct{ got, want any }{
		"no file": {handsView(hands.Contents{}), HandsView{Check: HandsCheckView{Hands: []HandView{}, Problems: []HandProblemView{}}}},
		"an error": {
			handProblemView(hands.Problem{Line: 3, Tool: "a", Field: "command[0]", Reason: "argv[0] must be literal"}),
			HandProblemView{Severity: "error", Hand: "a", Field: "command[0]", Line: 3, Text: "argv[0] must be literal"},
		},
		"a warning": {
			handProblemView(hands.Problem{Tool: "a", Reason: "odd", Advice: "mend it", Minor: true}),
			HandProblemView{Severity: "warning", Hand: "a", Text: "odd; mend it"},
		},
		"an argv": {
			handArgvView(hands.Argv{Argv: []string{"rm"}, Violations: []operator.Violation{{Path: "a", Message: "no"}}}),
			HandArgvView{Argv: []string{"rm"}, Dropped: []string{}, Violations: []ViolationView{{Path: "/a", Message: "no"}}},
		},
		"a call": {
			handCallView(history.HandCall{Run: "r", Call: "c", Status: "complete", Millis: 5, Exit: &two, Who: tools.Caller{Kind: tools.CallerPerson}}),
			HandCallView{Run: "r", Call: "c", Status: "complete", DurationMs: 5, Exit: "2", Who: "You"},
		},
		"a proposal": {
			handProposalsView(hands.Proposal{
				Hands:   []hands.Proposed{{Name: "test", From: "package.json:3", Why: "a guess"}},
				Skipped: []hands.Skipped{{Name: "prepare", From: "package.json:4", Why: "runs by itself"}}, Blocked: "ctxnest.json is empty",
			}),
			HandProposalsView{
				Hands: []HandProposalView{{Name: "test", From: "package.json:3", Why: "a guess", Argv: []string{}, JSON: `{"description":"","command":null}`}},
				Notes: []string{"ctxnest.json is empty.", "prepare in package.json:4: runs by itself"},
			},
		},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAFolderThatIsGoneIsSaidInPlainWords(t *testing.T) {
	_, s := open(t)
	if err := os.Rename(s.Dir(), s.Dir()+"-away"); err != nil {
		t.Fatal(err)
	}
	if err := s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if why := spaceView(s).Unavailable; !strings.HasPrefix(why, "The folder isn't there.") || strings.Contains(why, "lstat") {
		t.Errorf("it says %q", why)
	}
	if err := os.Rename(s.Dir()+"-away", s.Dir()); err != nil {
		t.Fatal(err)
	}
	if err := s.Reload(t.Context()); err != nil || spaceView(s).Unavailable != "" {
		t.Errorf("when it is back: %q, %v", spaceView(s).Unavailable, err)
	}
}
