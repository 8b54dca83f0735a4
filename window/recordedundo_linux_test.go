package window

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/operator/operatortest"
)

// undoneFiles are the files of the space that TestRecordedAnswersOfAnUndo is about.
var undoneFiles = map[string]string{
	"README.md":     "# Fair\n\nThe till of the fair.\n\nRun test.sh.\n",
	"prices.csv":    "tea,250\n",
	"src/totals.sh": "#!/bin/sh\n# Sums up cents.\nset -eu\n\n# Each argument is a price.\nsum=0\nfor price; do\n  sum=$((sum + price))\ndone\nround() {\n  printf '%d.%02d\\n' $(($1 / 100)) $(($1 % 100))\n}\nround \"$sum\"\n",
	"src/old.sh":    "echo old\n",
	"notes/plan.md": "# Plan\n\nSell tea.\n",
	"test.sh":       "#!/bin/sh\n",
	".env":          "KEY=1\n",
	"package.json":  "{}\n",
}

// What the page's fake plays of an undo is what the window answers about a real one: of two calls, the second a
// command that leaves something running, with names in every state.
func TestRecordedAnswersOfAnUndo(t *testing.T) {
	b := undoBenchOf(t, operatortest.Options{Walls: true, Settings: `{"network":["registry.example"],"snapshots":{"secrets":"never"},"rules":{"allow":["*"]}}`})
	for name, text := range undoneFiles {
		b.File(name, text)
	}
	b.does("read", `{"path":"src/totals.sh"}`)
	better := strings.NewReplacer("Sums up cents.", "Sums up.", "$(($1 % 100))\n", "$(($1 % 100 - 1))\n").Replace(undoneFiles["src/totals.sh"])
	input, err := json.Marshal(map[string]string{"path": "src/totals.sh", "content": better})
	if err != nil {
		t.Fatal(err)
	}
	first := b.does("write", string(input))
	second := b.does("bash", `{"command":"set -e; sed -i 's/Run test.sh/Run test.sh unit/' README.md; echo tea,260 > prices.csv; mkdir report; printf '4 tests\\n0 failed\\n' > report/unit.txt; rm src/old.sh; mv notes/plan.md notes/done.md; chmod 755 test.sh; echo KEY=2 > .env; mkdir -p node_modules/a; echo 1 > node_modules/a/index.js; (while [ ! -e go ]; do sleep 0.05; done; rm go; echo 91% > report/coverage.txt) > /dev/null 2>&1 &"}`)
	b.File("go", "")
	run := b.turn.Run()
	forms := map[string]UndoForm{"run-01": {Runs: []string{run}}, "run-01-c4": {Call: first}, "run-01-c5": {Call: second}}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		p, err := b.undo.PlanUndo(b.Dir, forms["run-01"])
		if err != nil || time.Now().After(end) {
			t.Fatalf("what is left running does not end: %+v, %v", p, err)
		}
		if len(p.Unsure) == 1 && !slices.ContainsFunc(p.Partial, func(what string) bool { return strings.Contains(what, "may write again") }) {
			break
		}
	}
	b.File("README.md", "# Fair\n\nThe till of the fair, and its prices.\n\nRun test.sh unit.\n")
	b.File("prices.csv", "tea,275\n")
	plans, items, texts, made := map[string]UndoPlanView{}, map[string]ChangedItemsView{}, map[string]ComparisonView{}, map[string]ComparisonView{}
	for of, form := range forms {
		p, err := b.undo.PlanUndo(b.Dir, form)
		if err == nil {
			p.Digest = ""
			plans[of] = p
			items[of], err = b.undo.ChangedItems(b.Dir, form)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range plans["run-01"].Items {
		if texts[i.ID], err = b.undo.CompareUndo(b.Dir, forms["run-01"], i.ID); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range items["run-01"].Items {
		if made[i.ID], err = b.undo.ChangedText(b.Dir, forms["run-01"], i.ID); err != nil {
			t.Fatal(err)
		}
	}
	changed, err := b.undo.ChangedFiles(b.Dir, []string{run})
	if err != nil || len(changed) != 1 {
		t.Fatalf("%+v, %v", changed, err)
	}
	raw := compact(t, map[string]any{"changed": changed[0], "plans": plans, "items": items, "texts": texts, "made": made})
	for _, pair := range [][2]string{{b.Dir, welcome}, {first, "run-01-c4"}, {second, "run-01-c5"}, {run, "run-01"}} {
		raw = bytes.ReplaceAll(raw, []byte(pair[0]), []byte(pair[1]))
	}
	if found := regexp.MustCompile(`\b[cr]_[0-9a-f]{16}\b`).Find(raw); found != nil {
		t.Errorf("%s has no name of its own", found)
	}
	raw = ascii(raw)
	file := filepath.Join(recordedIn, "undo.json")
	if *update {
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if committed, err := os.ReadFile(file); err != nil || !bytes.Equal(committed, raw) {
		t.Errorf("%s is not what the window answers now (%v): go test ./window -run TestRecorded -update: %s", file, err, differenceOf(committed, raw))
	}
}
