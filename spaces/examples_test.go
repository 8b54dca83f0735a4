package spaces_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/spaces"
)

const examples = "../examples"

// exampleDirs are the folders of examples/, by name.
func exampleDirs(t *testing.T) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{}
	for _, e := range entries {
		if e.IsDir() {
			dirs[e.Name()] = filepath.Join(examples, e.Name())
		}
	}
	if len(dirs) < 3 {
		t.Fatalf("%d examples, want 3 or more", len(dirs))
	}
	return dirs
}

// People copy the examples, so there is nothing to warn about in them.
func TestExamplesLoadWithoutProblems(t *testing.T) {
	for name, dir := range exampleDirs(t) {
		t.Run(name, func(t *testing.T) {
			space, problems := load(t, dir)
			for _, p := range problems {
				t.Error(p)
			}
			if len(space.Tools) < 4 || space.Manifest.ID == "" || space.Agents[0].File != "agent/config.md" {
				t.Errorf("%d tools, the id %q, the agent %q: an example has at least 4 tools, a manifest and an agent", len(space.Tools), space.Manifest.ID, space.Agents[0].File)
			}
			files, err := filepath.Glob(filepath.Join(dir, "agent", "tools", "*.md"))
			if err != nil || len(files) > len(space.Tools) {
				t.Errorf("%d files, %d tools: %v", len(files), len(space.Tools), err)
			}
		})
	}
}

// Half a page, and no more.
func TestExamplesHaveAREADME(t *testing.T) {
	for name, dir := range exampleDirs(t) {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(data, []byte("\n")); n < 10 || n > 45 {
				t.Errorf("the README has %d lines", n)
			}
		})
	}
}

// Every script that a tool of an example runs is there, and is pinned by trust.
func TestExamplesNameTheirScripts(t *testing.T) {
	for name, dir := range exampleDirs(t) {
		t.Run(name, func(t *testing.T) {
			space, _ := load(t, dir)
			var pinned []string
			for _, i := range space.Inventory() {
				if i.Kind == "script" {
					pinned = append(pinned, i.File)
				}
			}
			for _, i := range space.Inventory() {
				for _, word := range strings.Fields(i.Detail) {
					if strings.HasPrefix(word, "scripts/") && !slices.Contains(pinned, word) {
						t.Errorf("%s runs %s, which is not pinned", i.Name, word)
					}
				}
			}
		})
	}
}

// The tour is read by a provider that this package does not know, so what is
// held here is what the provider cannot know: that the tools are there.
func TestTourCallsWhatIsThere(t *testing.T) {
	dir := filepath.Join(examples, "welcome")
	space, _ := load(t, dir)
	known := []string{"bash", "read", "write", "edit", "patch", "glob", "grep", "listdir"}
	for _, tool := range space.Tools {
		known = append(known, tool.Spec.ID)
	}
	data, err := os.ReadFile(filepath.Join(dir, "agent", "tour.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	turns := 0
	called := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		var turn struct {
			Text  string
			Calls []struct {
				Name      string
				Arguments map[string]any
			}
		}
		if err := json.Unmarshal([]byte(line), &turn); err != nil || turn.Text == "" {
			t.Fatalf("turn %d: %v", turns+1, err)
		}
		turns++
		for _, c := range turn.Calls {
			called[c.Name] = true
			if !slices.Contains(known, c.Name) {
				t.Errorf("turn %d calls %q, which is not there", turns, c.Name)
			}
		}
	}
	for _, name := range []string{"listdir", "read", "glob", "grep", "edit", "bash", "overview", "find-books"} {
		if !called[name] {
			t.Errorf("the tour never shows %s", name)
		}
	}
	if turns < 8 {
		t.Errorf("%d turns", turns)
	}
}

func TestCheckPrompts(t *testing.T) {
	space, _ := load(t, filepath.Join(examples, "go-service"))
	var seen []string
	problems := space.CheckPrompts(func(source string, values map[string]any) (string, error) {
		seen = append(seen, source)
		if strings.Contains(source, "You review") {
			return "", os.ErrInvalid
		}
		return source, nil
	})
	want := `agent/reviewer.md:10: the agent "reviewer" cannot be told who it is: invalid argument`
	if len(seen) != 2 || len(problems) != 1 || problems[0].String() != want {
		t.Errorf("%d prompts were looked at; problems: %v", len(seen), texts(problems))
	}
	if none := (&spaces.Space{Agents: []spaces.Agent{spaces.DefaultAgent()}}).CheckPrompts(nil); none != nil {
		t.Errorf("the default agent was looked at: %v", none)
	}
}
