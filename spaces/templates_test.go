package spaces_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fences = regexp.MustCompile("(?ms)^(`{3,})[a-z]*\n(.*?)^`{3,}$")
	raws   = regexp.MustCompile("(?s)= `(---\n.*?)`\n")
	front  = regexp.MustCompile(`(?ms)^---\n(.*?)^---$`)
)

// A quoted is a definition with command templates, as people copy it.
type quoted struct{ at, file, text string }

// published are the definitions of tools and hands in the examples, in what the guide tells
// people to write, and in the tests of what others have published.
func published(t *testing.T) (all []quoted) {
	t.Helper()
	read := func(pattern string, each func(path, text string)) {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s names no file: %v", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			each(path, string(data))
		}
	}
	add := func(path, text string) {
		for _, m := range front.FindAllString(text, -1) {
			if strings.Contains(m, "\ncommand:") {
				all = append(all, quoted{path, "agent/tools/a.md", m + "\n"})
			}
		}
	}
	read(filepath.Join(examples, "*", "agent", "tools", "*.md"), add)
	read(filepath.Join("..", "tools", "command", "published_test.go"), func(path, text string) {
		for _, m := range raws.FindAllStringSubmatch(text, -1) {
			add(path, m[1])
		}
	})
	whole := func(path, text string) {
		var o struct{ Tools json.RawMessage }
		switch err := json.Unmarshal([]byte(text), &o); {
		case err != nil || len(o.Tools) == 0:
		case o.Tools[0] == '[':
			all = append(all, quoted{path, "space.manifest.json", text})
		default:
			all = append(all, quoted{path, "ctxnest.json", text})
		}
	}
	for _, name := range []string{"space.manifest.json", "ctxnest.json"} {
		read(filepath.Join(examples, "*", name), whole)
	}
	read(filepath.Join("..", "docs", "guide", "*.md"), func(path, text string) {
		for _, m := range fences.FindAllStringSubmatch(text, -1) {
			add(path, m[2])
			whole(path, m[2])
		}
	})
	return all
}

// What is published goes on loading: each command template of it, whatever becomes of the
// rules about where a value may stand.
func TestPublishedTemplatesLoad(t *testing.T) {
	commands, guides, tests := 0, 0, 0
	for _, q := range published(t) {
		dir := t.TempDir()
		file := filepath.Join(dir, filepath.FromSlash(q.file))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(q.text), 0o644); err != nil {
			t.Fatal(err)
		}
		space, problems := load(t, dir)
		loaded := 0
		for _, tool := range space.Tools {
			if tool.Rejected != "" {
				t.Errorf("%s: %s no longer loads: %s\n%s", q.at, tool.Spec.ID, tool.Rejected, q.text)
			}
			loaded++
		}
		for _, hand := range space.RejectedHands {
			t.Errorf("%s: a hand no longer loads: %+v", q.at, hand)
		}
		loaded += len(space.Hands)
		said := strings.Count(q.text, `"command":`)
		if strings.HasSuffix(q.file, ".md") {
			said = 1
		}
		if loaded != said {
			t.Errorf("%s: %d of %d commands load: %v\n%s", q.at, loaded, said, problems, q.text)
		}
		commands += said
		switch {
		case strings.Contains(q.at, "guide"):
			guides += said
		case strings.HasSuffix(q.at, "_test.go"):
			tests += said
		}
	}
	if commands < 30 || guides < 6 || tests < 2 {
		t.Errorf("only %d commands were looked at, %d of them in the guide and %d in tests", commands, guides, tests)
	}
}
