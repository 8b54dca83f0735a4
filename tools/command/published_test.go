package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/frontmatter"

	"handrail/internal/confine"
	"handrail/internal/schema"
	"handrail/tools"
)

// A bench is a space with declared tools in it.
type bench struct {
	t     *testing.T
	dir   string
	roots *confine.Roots
	c     Config
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	roots, err := confine.New(confine.Config{Base: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roots.Close() })
	c := Config{Roots: roots, Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LANG=C.UTF-8"}, DigestKey: []byte("key")}
	return &bench{t, dir, roots, c}
}

// file puts a file into the space.
func (b *bench) file(name, text string, mode os.FileMode) string {
	b.t.Helper()
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		b.t.Fatal(err)
	}
	return path
}

// tool makes a tool that has no problem.
func (b *bench) tool(s Spec) tools.Tool {
	b.t.Helper()
	d, problems, ok := New(s, Origin{Source: "custom", File: "agent/tools/x.md", Line: 1})
	if !ok || len(problems) > 0 {
		b.t.Fatalf("%s: %+v", s.ID, problems)
	}
	list, err := NewSource(b.c, []Definition{d}).Tools(b.t.Context())
	if err != nil || len(list) != 1 {
		b.t.Fatalf("%d tools, %v", len(list), err)
	}
	return list[0]
}

// prepare checks an input as the pipeline does, and prepares the call.
func (b *bench) prepare(tool tools.Tool, input string) (tools.Invocation, error) {
	b.t.Helper()
	in, err := tool.Info().Input.Check(json.RawMessage(input))
	if err != nil {
		return nil, err
	}
	return tool.Prepare(b.t.Context(), tools.Call{Key: "handrail:run:1:1:abc"}, in)
}

// run prepares and runs a call.
func (b *bench) run(tool tools.Tool, input string) (tools.Result, tools.Preview, error) {
	b.t.Helper()
	inv, err := b.prepare(tool, input)
	if err != nil {
		b.t.Fatalf("%s with %s: %v", tool.Info().Name, input, err)
	}
	result, err := inv.Run(b.t.Context(), tools.Discard{})
	return result, inv.Preview(), err
}

// spec is a Spec with what each needs.
func spec(command string, parameters ...Parameter) Spec {
	return Spec{ID: "a-tool", Name: "A tool", Description: "Does it.", Command: command, Parameters: parameters, SideEffect: true}
}

// printed reads a tool as its author wrote it.
func printed(t *testing.T, markdown string) Spec {
	t.Helper()
	var fields map[string]any
	if _, err := frontmatter.Parse(strings.NewReader(markdown), &fields); err != nil {
		t.Fatal(err)
	}
	stringKeys(fields)
	defaults := map[string]any{} // they may be of any type, so the form does not know them
	for _, p := range fields["parameters"].([]any) {
		p := p.(map[string]any)
		defaults[p["name"].(string)] = p["default"]
		delete(p, "default")
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	form, err := schema.Infer[Spec]()
	if err != nil {
		t.Fatal(err)
	}
	in, err := form.Check(raw)
	if err != nil {
		t.Fatal(err)
	}
	var s Spec
	if err := in.Decode(&s); err != nil {
		t.Fatal(err)
	}
	for i := range s.Parameters {
		s.Parameters[i].Default = defaults[s.Parameters[i].Name]
	}
	return s
}

// stringKeys turns YAML's maps into JSON's.
func stringKeys(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = stringKeys(v[k])
		}
		return v
	case map[any]any:
		out := map[string]any{}
		for k := range v {
			out[fmt.Sprint(k)] = stringKeys(v[k])
		}
		return out
	case []any:
		for i := range v {
			v[i] = stringKeys(v[i])
		}
	}
	return v
}

const deploy = `---
id: deploy
name: "Deploy to Staging"
description: "Deploys the current branch to the staging environment"
category: "deployment"
parameters:
  - name: branch
    type: string
    description: "Git branch to deploy"
    required: true
  - name: wait
    type: boolean
    description: "Wait for deployment to complete"
    required: false
    default: true
command: "bash scripts/deploy.sh {{branch}}"
timeout: 300
confirm: true
icon: "rocket"
---
`

// The usual deploy tool runs as it was published.
func TestPublishedDeploy(t *testing.T) {
	b := newBench(t)
	b.file("scripts/deploy.sh", "printf '%s|' \"$#\" \"$@\"; pwd", 0o600)
	tool := b.tool(printed(t, deploy))
	info := tool.Info()
	if info.Name != "deploy" || info.Title != "Deploy to Staging" || info.Category != "deployment" || info.Icon != "rocket" ||
		!info.Confirm || !info.SideEffect || info.Idempotent || info.Danger != tools.Moderate || info.Timeout.Seconds() != 300 {
		t.Errorf("info: %+v", info)
	}
	result, preview, err := b.run(tool, `{"branch":"main"}`)
	if err != nil || result.Content != "1|main|"+b.dir+"\n" || *result.Meta.ExitCode != 0 {
		t.Errorf("got %q, %v", result.Content, err)
	}
	if preview.Detail != "bash scripts/deploy.sh main" || preview.Shell != preview.Detail || !preview.Confirm || preview.Folder != b.dir {
		t.Errorf("preview: %+v", preview)
	}
	hostile := `main; rm -rf / $(id) 'x' "y"`
	raw, err := json.Marshal(map[string]string{"branch": hostile})
	if err != nil {
		t.Fatal(err)
	}
	if result, _, err = b.run(tool, string(raw)); err != nil || result.Content != "1|"+hostile+"|"+b.dir+"\n" {
		t.Errorf("got %q, %v", result.Content, err)
	}
}

const migrate = `---
id: migrate-db
name: "Run Database Migration"
description: "Executes pending database migrations"
category: "database"
parameters:
  - name: direction
    type: "string"
    enum: ["up", "down"]
    description: "Migration direction"
    required: true
  - name: steps
    type: "number"
    description: "Number of migrations to apply"
    required: false
    default: 1
command: "go run scripts/migrate.go --direction {{direction}} --steps {{steps}}"
timeout: 120
confirm: true
environment:
  DATABASE_URL: "${DB_URL}"
  MIGRATION_DIR: "db/migrations"
---
`

// The usual migration tool runs as it was published; go is a stand-in
// that prints what it got.
func TestPublishedMigrate(t *testing.T) {
	b := newBench(t)
	b.file("bin/go", "#!/bin/sh\nprintf '%s|' \"$@\" \"$DATABASE_URL\" \"$MIGRATION_DIR\" \"$HANDRAIL_IDEMPOTENCY_KEY\" \"${DB_URL-hidden}\"\n", 0o700)
	b.c.Env = []string{"PATH=" + filepath.Join(b.dir, "bin") + ":" + os.Getenv("PATH"), "DB_URL=postgres://me:secret@db/x?a=$1"}
	tool := b.tool(printed(t, migrate))
	for input, steps := range map[string]string{`{"direction":"up"}`: "1", `{"direction":"up","steps":"3"}`: "3", `{"direction":"up","steps":2}`: "2"} {
		result, preview, err := b.run(tool, input)
		want := "run|scripts/migrate.go|--direction|up|--steps|" + steps + "|postgres://me:secret@db/x?a=$1|db/migrations|handrail:run:1:1:abc|hidden|"
		if err != nil || result.Content != want {
			t.Errorf("%s: got %q, %v\nwant %q", input, result.Content, err, want)
		}
		if preview.Detail != "go run scripts/migrate.go --direction up --steps "+steps || strings.Contains(fmt.Sprint(preview), "secret") {
			t.Errorf("preview: %+v", preview)
		}
	}
	for _, bad := range []string{`{}`, `{"direction":"left"}`, `{"direction":"up","steps":"many"}`, `{"direction":"up","other":1}`} {
		if _, err := tool.Info().Input.Check(json.RawMessage(bad)); err == nil {
			t.Errorf("the input %s is taken", bad)
		}
	}
}

// The example of docs/spec/06-declared-tools.md#templates.
func TestPublishedTemplate(t *testing.T) {
	b := newBench(t)
	tool := b.tool(spec(`bash scripts/test.sh {{suite}} --timeout {{timeout}}`, Parameter{Name: "suite", Type: "string"}, Parameter{Name: "timeout", Type: "number"}))
	inv, err := b.prepare(tool, `{"suite":"unit","timeout":"30"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := inv.Preview().Detail; got != "bash scripts/test.sh unit --timeout 30" {
		t.Errorf("rendered %q", got)
	}
}
