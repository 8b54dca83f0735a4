package permits

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"handrail/journal/sqlite"
	"handrail/pipeline/guard"
)

// storeAt opens the database as one process of several does.
func storeAt(t *testing.T, path string) *grants {
	t.Helper()
	return newGrants(t.Context(), journalAt(t, path).States())
}

func journalAt(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func TestGrantsOfTwoProcesses(t *testing.T) {
	path := t.TempDir() + "/journal.db"
	one, two := storeAt(t, path), storeAt(t, path)
	ctx := t.Context()
	if len(two.fresh(ctx)) != 0 {
		t.Fatal("there are grants before any was made")
	}
	heard := two.changes(ctx)
	id, err := one.add(ctx, grant{Grant: guard.Grant{Tool: "bash", Pattern: "git status*", Label: "always", Made: time.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	<-heard // a waiting call of the other process is told
	if list := two.fresh(ctx); len(list) != 1 || list[0].ID != id || list[0].Pattern != "git status*" || list[0].Label != "always" {
		t.Fatalf("the other process sees %+v", list)
	}
	for _, a := range []*grants{one, two, two} {
		if !a.countUse(ctx, id) {
			t.Error("a grant that stands cannot be used")
		}
	}
	for _, a := range []*grants{one, two} {
		if err := a.flush(ctx); err != nil {
			t.Fatal(err)
		}
	}
	kept, _, err := one.states.State(ctx, useKind, id)
	if u := (use{Count: 0}); err != nil || u.add(kept) != kept || count(t, kept) != 3 {
		t.Errorf("counted: %s, %v", kept, err)
	}
	if err := one.remove(ctx, func(g grant) bool { return g.ID == id }); err != nil {
		t.Fatal(err)
	}
	if len(two.fresh(ctx)) != 0 || two.countUse(ctx, id) {
		t.Error("what one process has taken back still counts in the other")
	}
	if err := two.flush(ctx); err != nil {
		t.Fatal(err)
	}
	if _, still, err := one.states.State(ctx, useKind, id); still || err != nil {
		t.Errorf("its count is kept: %t, %v", still, err)
	}
}

func TestGrantsEnd(t *testing.T) {
	a := storeAt(t, t.TempDir()+"/journal.db")
	start := time.Now().UTC()
	a.now = func() time.Time { return start }
	ctx := t.Context()
	for _, g := range []guard.Grant{
		{Label: "15 minutes", Until: start.Add(15 * time.Minute)},
		{Label: "session", Session: "s1"},
		{Label: "other session", Session: "s2"},
		{Label: "space", Space: "/space"},
	} {
		if _, err := a.add(ctx, grant{Grant: g}); err != nil {
			t.Fatal(err)
		}
	}
	live := func() (labels []string) {
		for _, g := range a.fresh(ctx) {
			if g.Live(a.now()) {
				labels = append(labels, g.Label)
			}
		}
		return labels
	}
	if got := live(); len(got) != 4 {
		t.Errorf("at first: %v", got)
	}
	start = start.Add(15 * time.Minute)
	if got := live(); len(got) != 3 {
		t.Errorf("after 15 minutes: %v", got)
	}
	if err := (&Book{grants: a}).EndSession(ctx, "s1"); err != nil {
		t.Fatal(err)
	}
	if got := live(); len(got) != 2 {
		t.Errorf("after the session: %v", got)
	}
	start = start.Add(sessionDay)
	if got := live(); len(got) != 1 || got[0] != "space" {
		t.Errorf("after a day: %v", got)
	}
	if _, err := a.add(ctx, grant{Grant: guard.Grant{Label: "new"}}); err != nil {
		t.Fatal(err)
	}
	if got := a.fresh(ctx); len(got) != 2 {
		t.Errorf("what is over is kept: %+v", got)
	}
}

// TestAnUnreadableStoreGrantsNothing closes the database under the grants.
func TestAnUnreadableStoreGrantsNothing(t *testing.T) {
	store := journalAt(t, t.TempDir()+"/journal.db")
	a := newGrants(t.Context(), store.States())
	ctx := context.Background()
	id, err := a.add(ctx, grant{Grant: guard.Grant{Tool: "bash", Pattern: "*"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if list := a.fresh(ctx); list != nil || a.countUse(ctx, id) {
		t.Errorf("without the database %d grants count", len(list))
	}
}

func count(t *testing.T, kept string) int {
	t.Helper()
	var u use
	if err := json.Unmarshal([]byte(kept), &u); err != nil {
		t.Fatal(err)
	}
	return u.Count
}
