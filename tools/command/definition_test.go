package command

import (
	"fmt"
	"strings"
	"testing"

	"handrail/internal/schema"
)

// mustInput is the empty input, checked.
func (d *Definition) mustInput(t *testing.T) schema.Input {
	t.Helper()
	in, err := d.schema.Check([]byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Each field that cannot be right is a problem of that field, and says what to do.
func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		change      func(*Spec)
		field, want string
		line        int
	}{
		{func(s *Spec) { s.ID = "" }, "id", "missing", 0},
		{func(s *Spec) { s.ID = "Deploy It" }, "id", "kebab-case", 0},
		{func(s *Spec) { s.ID = "a--b" }, "id", "kebab-case", 0},
		{func(s *Spec) { s.ID = "a__b" }, "id", "kebab-case", 0},
		{func(s *Spec) { s.ID = strings.Repeat("a", 65) }, "id", "at most 64", 0},
		{func(s *Spec) { s.Name = " " }, "name", "missing", 0},
		{func(s *Spec) { s.Name = "Two\nlines" }, "name", "one line", 0},
		{func(s *Spec) { s.Description = "" }, "description", "missing", 0},
		{func(s *Spec) { s.Command = " " }, "command", "missing", 0},
		{func(s *Spec) { s.Command = "true\necho\neval {{x}}" }, "command", "line 3, column 6", 3},
		{func(s *Spec) { s.Command = "echo {{y}}" }, "command", "no parameter", 1},
		{func(s *Spec) { s.Command = "echo 'a" }, "command", "not valid bash", 1},
		{func(s *Spec) { s.Timeout = -1 }, "timeout", "seconds", 0},
		{func(s *Spec) { s.WorkingDir = "../x" }, "workingDir", "must lie in the space", 0},
		{func(s *Spec) { s.WorkingDir = "/tmp" }, "workingDir", "must lie in the space", 0},
		{func(s *Spec) { s.Network = []string{"on", "a.example"} }, "network", "on, off, or a list", 0},
		{func(s *Spec) { s.Parameters[0].Pattern = "(" }, "parameters", "x", 0},
		{func(s *Spec) { s.Parameters[0].Name = "a b" }, "parameters", "a b", 0},
		{func(s *Spec) { s.Parameters = append(s.Parameters, s.Parameters[0]) }, "parameters", "x", 0},
		{func(s *Spec) { s.Parameters[0].Default = 5 }, "parameters", "default", 0},
		{func(s *Spec) { s.Environment = map[string]string{"A B": "x"} }, "environment", "cannot name a variable", 0},
		{func(s *Spec) { s.Environment = map[string]string{"Path": "x"} }, "environment", "decides what bash runs", 0},
		{func(s *Spec) { s.Environment = map[string]string{"LD_PRELOAD": "x"} }, "environment", "decides what bash runs", 0},
		{func(s *Spec) { s.Environment = map[string]string{"A": "${B"} }, "environment", "no closing brace", 0},
		{func(s *Spec) { s.MCP, s.Command = true, "" }, "server", "name of its server", 0},
		{func(s *Spec) { s.MCP, s.Server = true, "x" }, "command", "no command of its own", 0},
	} {
		s := spec("echo {{x}}", Parameter{Name: "x", Type: "string"})
		tt.change(&s)
		_, problems, ok := New(s, Origin{})
		found := false
		for _, p := range problems {
			found = found || p.Field == tt.field && strings.Contains(p.Text, tt.want) && p.Line == tt.line
		}
		if ok || !found {
			t.Errorf("%+v\nok %v, problems %+v, want one of %s with %q", s, ok, problems, tt.field, tt.want)
		}
	}
}

// Everything that is wrong is reported at once.
func TestAllProblems(t *testing.T) {
	_, problems, ok := New(Spec{Command: "eval {{x}}; {{y}}", Parameters: []Parameter{{Name: "x", Type: "string"}}, WorkingDir: "..", Environment: map[string]string{"PATH": "x"}}, Origin{})
	fields := map[string]int{}
	for _, p := range problems {
		fields[p.Field]++
	}
	for _, f := range []string{"id", "name", "description", "workingDir", "command", "environment"} {
		if fields[f] == 0 {
			t.Errorf("no problem of %s in %+v", f, problems)
		}
	}
	if ok {
		t.Error("it is taken all the same")
	}
}

// A tool without side effect is idempotent, and safe unless its author says more.
func TestDefaults(t *testing.T) {
	s := spec("true")
	s.SideEffect = false
	d, _, ok := New(s, Origin{})
	if !ok || !d.Spec.Idempotent || d.Spec.danger() != "safe" || d.Spec.Timeout != 60 {
		t.Errorf("%+v", d.Spec)
	}
	s.Danger = "high"
	if d, _, _ = New(s, Origin{}); d.Spec.danger() != "high" {
		t.Errorf("danger %q", d.Spec.danger())
	}
}

func TestManyTools(t *testing.T) {
	b := newBench(t)
	definitions := make([]Definition, 5000)
	for i := range definitions {
		s := spec("bash scripts/test.sh {{x}}", Parameter{Name: "x", Type: "string"})
		s.ID = fmt.Sprintf("tool-%d", i)
		d, problems, ok := New(s, Origin{Source: "custom"})
		if !ok {
			t.Fatal(problems)
		}
		definitions[i] = d
	}
	list, err := NewSource(b.c, definitions).Tools(t.Context())
	if err != nil || len(list) != len(definitions) {
		t.Fatalf("%d tools, %v", len(list), err)
	}
	inv, err := b.prepare(list[4999], `{"x":"a b"}`)
	if err != nil || inv.Preview().Detail != "bash scripts/test.sh 'a b'" {
		t.Errorf("%v, %v", inv, err)
	}
}

// BenchmarkNew shows that loading grows with the number of tools and no faster:
// its time is the same for one tool of 10 and one of 5,000.
func BenchmarkNew(b *testing.B) {
	for _, n := range []int{10, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				for range n {
					if _, _, ok := New(spec("bash scripts/test.sh {{x}} --timeout 5", Parameter{Name: "x", Type: "string"}), Origin{}); !ok {
						b.Fatal("not a definition")
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/tool")
		})
	}
}
