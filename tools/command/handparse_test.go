package command

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// oneHand is a file with one tool, whose fields beside the description are given.
func oneHand(name, fields string) string {
	return `{"version":"1","tools":{` + quoted(name) + `:{"description":"d",` + fields + `}}}`
}

func quoted(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// The annotated example loads without a problem, each tool as it was written.
func TestAnnotatedExample(t *testing.T) {
	data, err := os.ReadFile("describe/annotated.json")
	if err != nil {
		t.Fatal(err)
	}
	hands, problems := ParseHands(data, HandsFile)
	if len(problems) > 0 || len(hands.Rejected) > 0 {
		t.Fatalf("problems %+v, rejected %+v", problems, hands.Rejected)
	}
	var names []string
	for _, h := range hands.List {
		names = append(names, h.Name)
	}
	if diff := cmp.Diff([]string{"list-files", "run-tests", "deploy-staging", "deploy-production", "remove-temp"}, names); diff != "" {
		t.Error(diff)
	}
	again, err := WriteHands(hands.List)
	if err != nil {
		t.Fatal(err)
	}
	back, problems := ParseHands(again, HandsFile)
	if len(problems) > 0 {
		t.Fatalf("what was written has problems: %v", problems)
	}
	for i := range back.List {
		back.List[i].Line, hands.List[i].Line = 0, 0
	}
	if diff := cmp.Diff(hands, back); diff != "" {
		t.Errorf("what was written is not what was read (-read +written):\n%s", diff)
	}
}

// Problems know their lines.
func TestHandProblemLines(t *testing.T) {
	_, problems := ParseHands([]byte(`{
  "version": "1",
  "tools": {
    "a": {
      "description": "d",
      "command": [
        "echo",
        "{{gone}}"
      ],
      "confrim": true,
      "params": {
        "x": {
          "type": "string",
          "pattern": "("
        }
      }
    }
  }
}`), HandsFile)
	var got []string
	for _, p := range problems {
		got = append(got, strings.TrimSpace(p.Field+" "+p.Reason), string(rune('0'+p.Line/10))+string(rune('0'+p.Line%10)))
	}
	want := []string{
		"command placeholder {{gone}} has no param def", "08",
		`confrim the key "confrim" is not known and is ignored`, "10",
		"params.x.pattern param 'x' invalid pattern", "14",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
