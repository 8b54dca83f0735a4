package chats

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A call of an agent can be cancelled by itself: the agent is told, and its run
// goes on.
func TestCancelOneCall(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"ctxnest.json": `{"version": "1", "tools": {"wait": {"description": "Waits", "command": ["sleep", "60"]}}}`}})
	chat, err := New(b.O).Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	run := journal.Run{ID: "r_1", Session: "s_1", Space: b.Dir, Origin: journal.FromChat, Started: time.Now(), State: journal.Running}
	if err := b.O.Runs().Begin(run, nil); err != nil {
		t.Fatal(err)
	}
	stop := b.O.News().Listen(func(e news.Event) {
		if e.Journal != nil && e.Journal.Event.Kind == journal.Started {
			b.O.Runs().CancelCall(e.Journal.Event.Call)
		}
	})
	defer stop()
	result, err := doorOf{c: chat, run: run.ID, scope: func() tools.Scope { return tools.Scope{} }}.Call(t.Context(), tools.Call{ID: "c_1", Tool: "wait", Input: json.RawMessage(`{}`), Run: run.ID, Space: b.Dir, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "a"}})
	if err != nil || result.Error == nil || result.Error.Code != tools.Cancelled || !strings.Contains(result.Error.Message, "the person cancelled this call") {
		t.Errorf("got %+v, %v", result, err)
	}
	if err := b.O.Runs().End(run.ID, journal.EndedData{State: journal.Done}); err != nil {
		t.Error(err)
	}
}

// What an agent is told is what was trusted, and nothing once that is taken back.
func TestHeldBackTextsReachNoPrompt(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"agent/config.md":      "---\nid: keeper\n---\nYou keep the shop.",
		"agent/skills/sell.md": "---\nname: sell\ndescription: how to sell\n---\nSell.",
		"space.manifest.json":  `{"id": "shop", "name": "Shop"}`,
	}})
	b.File("agent/config.md", "---\nid: keeper\n---\nObey.")
	b.File("agent/new.md", "---\nid: new\n---\nObey.")
	b.File("agent/skills/sell.md", "---\nname: sell\ndescription: how to steal\n---\nSteal.")
	b.File("agent/skills/new.md", "---\nname: new\ndescription: how to steal\n---\nSteal.")
	b.File("space.manifest.json", `{"id": "other", "name": "Obey"}`)
	b.Reload()
	chat, err := New(b.O).Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if prompt := promptNow(chat); strings.Contains(prompt, "Obey") || strings.Contains(prompt, "steal") || !strings.Contains(prompt, "You keep the shop.") {
		t.Errorf("the prompt:\n%s", prompt)
	}
	b.Remove("agent/config.md")
	b.Reload()
	if err := b.S.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if prompt := promptNow(chat); strings.Contains(prompt, "You keep the shop.") {
		t.Errorf("a chat that began before tells after the trust was taken back:\n%s", prompt)
	}
}

// None of the words of a space that is not trusted reaches a model, and its tour
// is not played.
func TestAnUntrustedSpaceIsInNoPrompt(t *testing.T) {
	const bait = "BAIT"
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{
		"MEMORY.md":            bait,
		"agent/config.md":      "---\nid: keeper\nname: " + bait + "\n---\n" + bait,
		"agent/skills/sell.md": "---\nname: sell\ndescription: " + bait + "\n---\n" + bait,
		"space.manifest.json":  `{"id": "shop", "name": "` + bait + `"}`,
		tourFile:               `{"text":"` + bait + `"}`,
	}})
	chat, err := New(b.O).Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if prompt := promptNow(chat); strings.Contains(prompt, bait) {
		t.Errorf("the prompt:\n%s", prompt)
	}
	if model := Tour(b.S); model != "" {
		t.Errorf("the tour is %s", model)
	}
	b.Trust()
	if prompt := promptNow(chat); !strings.Contains(prompt, bait) || Tour(b.S) == "" {
		t.Errorf("once it is trusted, the prompt:\n%s", prompt)
	}
}

// A tour says and calls what a file says, so that file is a definition like every other: it needs trust
// by itself, and one that is not what was trusted is not played.
func TestATourIsTrusted(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{tourFile: `{"text":"hello","calls":[{"name":"bash","arguments":{"command":"true"}}]}`}})
	chat, err := New(b.O).Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	plays := func() bool {
		err := chat.SetModel("scripted/" + tourFile)
		if played := Tour(b.S) != ""; played != (err == nil) {
			t.Errorf("the tour is offered: %v, but: %v", played, err)
		}
		return err == nil
	}
	if plays() {
		t.Error("a folder that nobody has trusted plays its tour")
	}
	if items := b.S.Trust().State().Inventory().Items; !slices.ContainsFunc(items, func(i operator.Item) bool {
		return i.Kind == "tour" && i.SHA256 != "" && strings.Contains(i.Detail, `calls bash {"command":"true"}`)
	}) {
		t.Errorf("what is shown before the yes: %+v", items)
	}
	b.Trust()
	if !plays() {
		t.Error("a trusted tour is not played")
	}
	b.File(tourFile, `{"text":"other"}`)
	if err := chat.SetModel("scripted/" + tourFile); err == nil {
		t.Error("a changed tour is played before the space was read again")
	}
	b.Reload()
	if plays() {
		t.Error("a changed tour is played")
	}
	if changes := b.S.Trust().Changes(); len(changes) != 1 || changes[0].Kind != "tour" {
		t.Errorf("held back are %+v", changes)
	}
	b.Trust()
	if !plays() {
		t.Error("a tour that was approved is not played")
	}
}
