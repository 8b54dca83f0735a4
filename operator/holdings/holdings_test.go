package holdings_test

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/holdings"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// chat records a conversation in a space.
func chat(t *testing.T, b *operatortest.Bench, id, space, said string) {
	t.Helper()
	run := journal.Run{ID: "r_" + id, Session: "s_" + id, Space: space, Origin: journal.FromChat, Title: said, Started: time.Now(), State: journal.Running}
	if err := b.O.Store().Begin(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	err := b.O.Store().Record(t.Context(), journal.New(run.ID, "", journal.Prompted, journal.PromptedData{Text: said}),
		journal.New(run.ID, "", journal.Replied, journal.RepliedData{Text: "answered " + said}), journal.New(run.ID, "", journal.Ended, journal.EndedData{State: journal.Done}))
	if err != nil {
		t.Fatal(err)
	}
}

// What is kept is told in parts, can be taken along as text, and goes when the person says so: of one space, then of all. What
// the person has set and decided stays.
func TestHoldings(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"theme": "dark", "channels": {"ops": {"type": "telegram", "token": "plain-as-written", "chat_id": "1"}}, "rules": {"allow": ["*"]}}`, Files: map[string]string{"a.txt": "one\n"}})
	if r := operatortest.Do(t, b.S, "bash", `{"command":"echo two > a.txt; seq 5000"}`, tools.Scope{}); r.Error != nil {
		t.Fatal(r.Error)
	}
	chat(t, b, "1", b.Dir, "Where is the zebra?")
	chat(t, b, "2", "/elsewhere", "Where is the lynx?")
	d := operator.HoldingsOf(b.O)
	used, err := d.Usage(t.Context())
	if err != nil || used[holdings.Record] == 0 || used[holdings.Changes] == 0 {
		t.Errorf("%v, %v", used, err)
	}
	archive := filepath.Join(t.TempDir(), "all.zip")
	if err := d.Export(t.Context(), filepath.Join(t.TempDir(), "none", "x.zip"), false); err == nil || !strings.Contains(err.Error(), "there is no folder") || strings.Contains(err.Error(), ".handrail-") {
		t.Errorf("an export to nowhere: %v", err)
	}
	if err := d.Export(t.Context(), archive, false); err != nil {
		t.Fatal(err)
	}
	if err := d.Export(t.Context(), archive, false); !errors.Is(err, holdings.ErrThere) {
		t.Errorf("over one that is there: %v", err)
	}
	if err := d.Export(t.Context(), archive, true); err != nil {
		t.Errorf("over one that may go: %v", err)
	}
	texts := unpack(t, archive)
	zebra := texts["chats/space/"+time.Now().Format("2006-01-02")+" Where-is-the-zebra.md"]
	if !strings.Contains(zebra, "## You") || !strings.Contains(zebra, "answered Where is the zebra?") || strings.Contains(zebra, "lynx") {
		t.Errorf("the chat is exported as %q among %v", zebra, keys(texts))
	}
	if !strings.Contains(texts["record.jsonl"], "a.txt") || !strings.Contains(texts["settings.json"], "dark") || strings.Contains(texts["settings.json"], "plain-as-written") || texts["README.txt"] == "" {
		t.Errorf("exported are %v", keys(texts))
	}
	if held, err := d.Contents(t.Context(), b.Dir); err != nil || held.Chats != 1 || held.Runs < 2 || held.Since.IsZero() {
		t.Errorf("%+v, %v", held, err)
	}
	if err := d.Delete(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	held, err := d.Contents(t.Context(), "")
	if err != nil || held.Chats != 1 || held.Runs != 1 {
		t.Errorf("of the other space there is %+v, %v", held, err)
	}
	if err := d.Delete(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if held, err := d.Contents(t.Context(), ""); err != nil || held.Chats != 0 {
		t.Errorf("%+v, %v", held, err)
	}
	if left, err := operator.UndoKeeperOf(b.O).Usage(t.Context()); err != nil || left.Sets != 0 {
		t.Errorf("changes are left: %+v, %v", left, err)
	}
	if entries, err := os.ReadDir(filepath.Join(b.Options.Dirs.Data, "output")); err == nil && len(entries) != 0 {
		t.Errorf("output is left: %v", entries)
	}
	if set, _, err := b.O.Settings().Load(); err != nil || set.Theme != "dark" {
		t.Errorf("the settings say %+v, %v", set, err)
	}
	if r := operatortest.Do(t, b.S, "bash", `{"command":"cat a.txt"}`, tools.Scope{}); r.Error != nil || !strings.Contains(r.Content, "two") {
		t.Errorf("the space is not as it was: %+v", r)
	}
}

// How long the record stays is set for one day or more, or without a bound; a run that goes on keeps everything.
func TestKeep(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	d := operator.HoldingsOf(b.O)
	chat(t, b, "1", b.Dir, "one")
	chat(t, b, "2", b.Dir, "two")
	if bound, err := d.Bound(); err != nil || bound != (holdings.Bound{Days: 90, MB: 2048}) {
		t.Errorf("%+v, %v", bound, err)
	}
	for _, bad := range []holdings.Bound{{}, {Days: 0, MB: 1}, {Days: 1, MB: 0}, {Days: 1 << 30, MB: 1}} {
		if err := d.Keep(bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
		if _, err := d.Would(t.Context(), bad); err == nil {
			t.Errorf("%+v was looked at", bad)
		}
	}
	if err := d.Keep(holdings.Bound{Days: 7, MB: -1}); err != nil {
		t.Fatal(err)
	}
	if bound, err := d.Bound(); err != nil || bound != (holdings.Bound{Days: 7, MB: -1}) {
		t.Errorf("%+v, %v", bound, err)
	}
	if runs, err := d.Would(t.Context(), holdings.Bound{Days: 1, MB: -1}); err != nil || runs != 0 {
		t.Errorf("%d would go, %v", runs, err)
	}
	if err := b.O.Store().Begin(t.Context(), journal.Run{ID: "r_3", Space: b.Dir, Origin: journal.FromCLI, Started: time.Now(), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
	if err := d.Delete(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "something still runs") {
		t.Errorf("while a run goes on: %v", err)
	}
	if held, err := d.Contents(t.Context(), ""); err != nil || held.Chats != 2 || held.Running != 1 {
		t.Errorf("%+v, %v", held, err)
	}
}

func unpack(t *testing.T, path string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(text)
		_ = r.Close()
	}
	return out
}

func keys(all map[string]string) (out []string) {
	for k := range all {
		out = append(out, k)
	}
	return out
}
