package sqlite

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// Labels outlive the process, are known to others at once, and a path keeps its newest contents.
func TestLabels(t *testing.T) {
	path := journalIn(t)
	one, other := LabelsIn(open(t, Config{Path: path})), LabelsIn(open(t, Config{Path: path}))
	ctx := t.Context()
	if v, err := other.Version(ctx, "/s"); v != "" || err != nil {
		t.Fatalf("a new journal has %q, %v", v, err)
	}
	at := time.Unix(1000, 5).UTC()
	put := func(l *Labels, list ...Label) {
		t.Helper()
		if err := l.Put(ctx, "/s", list); err != nil {
			t.Fatal(err)
		}
	}
	put(one, Label{Path: "/s/a", Content: "1", Size: 7, Origins: "[]", Run: "r", Call: "c", Time: at}, Label{Path: "/s/copy", Content: "1", Origins: "[]", Time: at})
	first, err := other.Version(ctx, "/s")
	if err != nil || first == "" {
		t.Fatalf("the version is %q, %v", first, err)
	}
	list, err := other.Of(ctx, "/s")
	if err != nil || len(list) != 2 || list[0] != (Label{Path: "/s/a", Content: "1", Size: 7, Origins: "[]", Run: "r", Call: "c", Time: at}) {
		t.Fatalf("%+v, %v", list, err)
	}
	for i := range labelVersions + 10 {
		put(other, Label{Path: "/s/b", Content: fmt.Sprint(i), Origins: "[]", Time: at.Add(time.Duration(i))})
	}
	if list, err = one.Of(ctx, "/s"); err != nil || len(list) != 2+labelVersions || list[len(list)-1].Content != fmt.Sprint(labelVersions+9) {
		t.Fatalf("%d labels, %v", len(list), err)
	}
	if err := one.Clear(ctx, "/s", "/s/a"); err != nil {
		t.Fatal(err)
	}
	if list, err = other.Of(ctx, "/s"); err != nil || len(list) != labelVersions || list[0].Path != "/s/b" {
		t.Fatalf("the copy of what was cleared is left: %+v, %v", list[0], err)
	}
	if err := one.Clear(ctx, "/s"); err != nil {
		t.Fatal(err)
	}
	if list, err = other.Of(ctx, "/s"); err != nil || len(list) != 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	if v, err := other.Version(ctx, "/s"); v == first || err != nil {
		t.Fatalf("the version stays %q, %v", v, err)
	}
}

// No label is lost where several write at once.
func TestLabelsOfManyWriters(t *testing.T) {
	path := journalIn(t)
	var work sync.WaitGroup
	for w := range 4 {
		l := LabelsIn(open(t, Config{Path: path}))
		work.Go(func() {
			for i := range 20 {
				if err := l.Put(t.Context(), "/s", []Label{{Path: fmt.Sprint("/s/", w, "-", i), Origins: "[]", Time: time.Now()}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	l := LabelsIn(open(t, Config{Path: path}))
	list, err := l.Of(t.Context(), "/s")
	v, _ := l.Version(t.Context(), "/s")
	if err != nil || len(list) != 80 || v != "80" {
		t.Errorf("%d labels at version %s, %v", len(list), v, err)
	}
}
