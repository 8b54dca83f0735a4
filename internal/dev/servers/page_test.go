package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page is what this program writes: its heading as it is, and a row for each server, in order, as pinned here.
func TestThePageIsOurs(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "servers.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows, ok := strings.CutPrefix(string(raw), heading+tableTop)
	if !ok {
		t.Fatal("docs/servers.md does not begin as the program writes it: change the program, not the page")
	}
	lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
	if len(lines) != len(known()) {
		t.Fatalf("%d rows, and %d servers are known", len(lines), len(known()))
	}
	for i, s := range known() {
		if want := fmt.Sprintf("| %s<br>`%s` | ", s.name, s.pkg); !strings.HasPrefix(lines[i], want) || strings.Count(lines[i], "|") != 6 {
			t.Errorf("row %d is %q, want one that begins %q", i, lines[i], want)
		}
	}
}
