package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

func TestALineCallsAToolDirectly(t *testing.T) {
	cases := []struct{ line, want string }{
		{`/read {"path":"a b"}`, "read a b"},
		{`  /read path=a  `, "read a"},
		{`/read path="a b"`, "read a b"},
		{`/read -p=a`, "read a"},
		{`/read_file path=a`, "read a"},
		{`/big count=3`, "xxx"},
		{`/big`, "(no output)"},
		{`/raed path=a`, `Error (not_found): there is no tool "raed"; did you mean read?`},
		{`/read`, "Error (invalid_args): read: "},
		{`/big count=many`, "Error (invalid_args): big: "},
	}
	for _, c := range cases {
		t.Run(c.line, func(t *testing.T) {
			b := newBench(t) // a model that knows no turn: it must not be asked
			out, err := b.run(t.Context(), c.line)
			if err != nil || !strings.HasPrefix(out.Text, c.want) || out.State != journal.Done {
				t.Fatalf("%q, %v", out.Text, err)
			}
			if got, want := b.log.kinds(), "prompted replied returned ended"; got != want {
				t.Errorf("journal: %s", got)
			}
			if got := b.door.calls[0]; got.Caller != (tools.Caller{Kind: tools.CallerPerson, User: "ann"}) || got.ID != "r-1-1" {
				t.Errorf("called %+v", got)
			}
			if err := wellFormed(out.History); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLinesThatAreNoCalls(t *testing.T) {
	for _, line := range []string{"/etc/hosts is odd", "/ read", "read path=a", "/", "/été", "//read path=a", "see /read"} {
		b := newBench(t, says("I see."))
		if out, err := b.run(t.Context(), line); err != nil || out.Text != "I see." {
			t.Errorf("%q: %q, %v", line, out.Text, err)
		}
	}
}

func TestLinesThatCannotBeRead(t *testing.T) {
	cases := map[string]string{
		`/read a`:                "\"a\" is not key=value",
		`/read {"path":`:         "not a whole JSON object",
		`/read path="a`:          "path: a quote \" is not closed",
		`/read path=a path=b`:    `path is given twice, as a and as "b"`,
		`/read "path"=a`:         "is not key=value",
		`/read =a`:               "is not key=value",
		"/read path=a\nand more": "is not key=value",
	}
	for line, want := range cases {
		b := newBench(t)
		out, err := b.run(t.Context(), line)
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), want) || out.State != journal.Failed || len(b.door.calls) != 0 {
			t.Errorf("%q: %v", line, err)
		}
		if err := wellFormed(out.History); err != nil {
			t.Error(err)
		}
	}
}

func TestInputIsReadByTheSchema(t *testing.T) {
	b := newBench(t)
	e, err := b.door.registry.Lookup("big", tools.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		``:                               `{}`,
		`{"a": 1}`:                       `{"a": 1}`,
		`count=3 flag=true`:              `{"count":3,"flag":true}`,
		`count=03`:                       `{"count":"03"}`,
		`text=5`:                         `{"text":"5"}`,
		`text=`:                          `{"text":""}`,
		`text=a=b`:                       `{"text":"a=b"}`,
		`text="a \"b\" \\ c" count=1`:    `{"count":1,"text":"a \"b\" \\ c"}`,
		`text='a "b" \ c'`:               `{"text":"a \"b\" \\ c"}`,
		`text=a" b "c`:                   `{"text":"a b c"}`,
		`names=a`:                        `{"names":["a"]}`,
		`names=a names=b`:                `{"names":["a","b"]}`,
		`names='["a","b c"]'`:            `{"names":["a","b c"]}`,
		`names=[a`:                       `{"names":["[a"]}`,
		`other=5`:                        `{"other":"5"}`,
		"text=a\ncount=2\t flag=false  ": `{"count":2,"flag":false,"text":"a"}`,
		`text="line one` + "\n" + `two"`: `{"text":"line one\ntwo"}`,
	}
	for words, want := range cases {
		got, err := Input(words, e)
		if err != nil || string(got) != want {
			t.Errorf("%q: %s, %v; wanted %s", words, got, err, want)
		}
	}
	if got, err := Input("a=5", tools.Entry{}); err != nil || string(got) != `{"a":"5"}` {
		t.Errorf("without a schema: %s, %v", got, err)
	}
}

func TestADirectCallIsPartOfTheConversation(t *testing.T) {
	b := newBench(t, says("It says read a."))
	first, err := b.run(t.Context(), "/read path=a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Run(t.Context(), Prompt{Run: "r2", Text: "What did it say?", History: first.History}); err != nil {
		t.Fatal(err)
	}
	want := []llm.Message{
		{Role: llm.User, Text: "/read path=a"},
		{Role: llm.Assistant, Calls: []llm.Call{{ID: "r-1-1", Name: "read", Arguments: `{"path":"a"}`}}},
		{Role: llm.Results, Results: []llm.Result{{CallID: "r-1-1", Name: "read", Text: "read a"}}},
		{Role: llm.User, Text: "What did it say?"},
	}
	if d := cmp.Diff(want, b.model.requests[0].Messages); d != "" {
		t.Error(d)
	}
}

// The command line and a chat line read key=value words alike.
func TestPairs(t *testing.T) {
	for words, want := range map[string]string{
		`a=1 b:=2`: `{"a":"1","b":2}`, `a=x a=y a:=["z"]`: `{"a":["x","y","z"]}`, `a:={"b":[true]}`: `{"a":{"b":[true]}}`, `a=b=c`: `{"a":"b=c"}`,
		`=x`: "neither JSON", `:=x`: "neither JSON", `a:=x`: "a:= is not JSON", `x`: "neither JSON",
	} {
		got, err := Pairs(strings.Fields(words), tools.Entry{})
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

// Calls of one answer that run one after the other are told of together, before the first of them; those that only
// read, and one alone, are not.
func TestCallsThatFollowEachOtherAreToldOfAhead(t *testing.T) {
	b := newBench(t,
		asks(`read {"path":"a"}`, `write {"path":"b"}`, `write {"path":"c"}`),
		asks(`write {"path":"d"}`),
		says("done"),
	)
	var told []string
	b.Ahead = func(_ context.Context, list []tools.Call) (int, func()) {
		for _, c := range list {
			told = append(told, c.ID)
		}
		b.did("told")
		return len(list), func() { b.did("ended") }
	}
	if _, err := b.run(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, " "), "r-1-2 r-1-3"; got != want {
		t.Errorf("told of %q, want %q", got, want)
	}
	if got, want := strings.Join(b.order, ", "), "told, begin read a, end read a, begin write b, end write b, begin write c, end write c, ended, begin write d, end write d"; got != want {
		t.Errorf("done: %q, want %q", got, want)
	}
}

// Ahead hears of the calls behind those that it has looked at when these have run.
func TestAheadHearsOfTheRestLater(t *testing.T) {
	b := newBench(t, asks(`write {"path":"a"}`, `write {"path":"b"}`, `write {"path":"c"}`, `write {"path":"d"}`), says("done"))
	b.Ahead = func(_ context.Context, list []tools.Call) (int, func()) {
		b.did(fmt.Sprintf("told of %d", len(list)))
		return 1, func() {}
	}
	if _, err := b.run(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	want := "told of 4, begin write a, end write a, told of 3, begin write b, end write b, told of 2, begin write c, end write c, begin write d, end write d"
	if got := strings.Join(b.order, ", "); got != want {
		t.Errorf("done: %q, want %q", got, want)
	}
}
