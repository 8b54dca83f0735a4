package running

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

func TestAnswersAreKeptWithinBounds(t *testing.T) {
	rs := NewRuns(Config{})
	for i := range mostAnswers + 1 {
		rs.KeepAnswer(fmt.Sprint("c_", i), tools.Result{Content: fmt.Sprint("text ", i)})
	}
	if _, ok := rs.Answer("c_0"); ok {
		t.Error("more are kept than there is room for")
	}
	for _, id := range []string{"c_1", fmt.Sprint("c_", mostAnswers)} {
		if r, ok := rs.Answer(id); !ok || !strings.HasPrefix(r.Content, "text ") {
			t.Errorf("%s: %v %v", id, r, ok)
		}
	}
	half := json.RawMessage(strings.Repeat("1", mostAnswerBytes/2))
	for _, id := range []string{"a", "b", "c"} {
		rs.KeepAnswer(id, tools.Result{Original: &tools.Original{Structured: half}})
	}
	for id, want := range map[string]bool{"a": false, "b": true, "c": true, "c_5": false} {
		if _, ok := rs.Answer(id); ok != want {
			t.Errorf("%s is kept: %v", id, ok)
		}
	}
	rs.KeepAnswer("e", tools.Result{Content: "x", Parts: []tools.Part{{Data: half}}})
	if r, ok := rs.Answer("e"); !ok || r.Content != "x" || len(r.Parts) > 0 {
		t.Errorf("parts are kept beside what is counted: %v, %d", ok, len(r.Parts))
	}
	rs.KeepAnswer("d", tools.Result{Original: &tools.Original{Pieces: []json.RawMessage{half, half, half}}})
	if _, ok := rs.Answer("d"); ok {
		t.Error("one that is larger than all is kept")
	}
}
