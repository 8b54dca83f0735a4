package scaffold_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"handrail/spaces/scaffold"
	"handrail/tools/command"
)

var update = flag.Bool("update", false, "write what came out into the cases")

// TestPropose runs the cases of testdata, one behaviour each: the files of a
// project, and at its end "want" with what is proposed, skipped and written.
func TestPropose(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files[f.Name] = string(f.Data)
			}
			p := propose(t, project(t, files))
			sound(t, files[scaffold.FileName], p)
			got := describe(p)
			if *update {
				archive.Files = append(drop(archive.Files, "want"), txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s(-want +got):\n%s", archive.Comment, diff)
			}
		})
	}
}

func drop(files []txtar.File, name string) []txtar.File {
	var rest []txtar.File
	for _, f := range files {
		if f.Name != name {
			rest = append(rest, f)
		}
	}
	return rest
}

// project writes a project's files into a new folder.
func project(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func propose(t testing.TB, dir string) scaffold.Proposal {
	t.Helper()
	p, err := scaffold.Propose(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sound holds what must be so of any proposal: the new text loads without a new
// problem, all that is proposed is in it as it was shown, and the old text is
// in it unchanged and in its order.
func sound(t testing.TB, old string, p scaffold.Proposal) {
	t.Helper()
	if (p.File == "") != (p.Blocked != "" || len(p.Hands) == 0) {
		t.Errorf("the text has %d bytes, blocked is %q, and there are %d hands", len(p.File), p.Blocked, len(p.Hands))
	}
	if p.File == "" {
		return
	}
	proposed := map[string]bool{"": true} // the file as a whole
	for _, h := range p.Hands {
		proposed[h.Name] = true
	}
	before, _ := command.ParseHands([]byte(old), scaffold.FileName)
	hands, problems := command.ParseHands([]byte(p.File), scaffold.FileName)
	for _, problem := range problems {
		if proposed[problem.Tool] && (problem.Tool != "" || !problem.Minor) {
			t.Errorf("the new text does not load: line %d: %s\n%s", problem.Line, problem, p.File)
		}
	}
	loaded := map[string]command.Hand{}
	for _, h := range hands.List {
		h.Line = 0
		loaded[h.Name] = h
	}
	for _, h := range p.Hands {
		if diff := cmp.Diff(h.Hand, loaded[h.Name]); diff != "" {
			t.Errorf("%s was shown and is not what loads (-shown +loaded):\n%s", h.Name, diff)
		}
	}
	for i, h := range before.List {
		if diff := cmp.Diff(h.Command, hands.List[i].Command); diff != "" {
			t.Errorf("%s is no longer what it was:\n%s", h.Name, diff)
		}
	}
	if len(hands.List) != len(before.List)+len(p.Hands) {
		t.Errorf("%d hands load, %d did before, %d are new", len(hands.List), len(before.List), len(p.Hands))
	}
	if !inOrder(old, p.File) {
		t.Errorf("the old text is not kept:\n%s\n--- became ---\n%s", old, p.File)
	}
}

// inOrder reports whether part is whole with something left out.
func inOrder(part, whole string) bool {
	for i := range len(part) {
		at := strings.IndexByte(whole, part[i])
		if at < 0 {
			return false
		}
		whole = whole[at+1:]
	}
	return true
}

func describe(p scaffold.Proposal) string {
	var b strings.Builder
	for _, h := range p.Hands {
		fmt.Fprintf(&b, "%s: %q", h.Name, h.Hand.Command)
		if h.Hand.Confirm {
			b.WriteString(" confirm")
		}
		if h.Hand.Disabled {
			b.WriteString(" disabled")
		}
		fmt.Fprintf(&b, " %s %gms\n  %s\n", h.Hand.Danger, h.Hand.Timeout, h.Hand.Description)
		for _, name := range h.Hand.ParamNames() {
			fmt.Fprintf(&b, "  %s: %+v\n", name, h.Hand.Params[name])
		}
		fmt.Fprintf(&b, "  %s: %s\n", h.From, h.Why)
	}
	for _, s := range p.Skipped {
		fmt.Fprintf(&b, "skipped %s (%s): %s\n", s.Name, s.From, s.Why)
	}
	if p.Blocked != "" {
		fmt.Fprintf(&b, "blocked: %s\n", p.Blocked)
	}
	return b.String() + p.Diff
}
