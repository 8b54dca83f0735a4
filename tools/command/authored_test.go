package command

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The words of an argv that hold a value are told apart from the author's, quotes
// included; an argument that is dropped moves none of them.
func TestWordsOfAHandThatHoldValues(t *testing.T) {
	h := Hand{Command: []string{"deploy", "--to", "{{env}}", "{{none}}", "x{{tag}}", "end"}}
	args, given := h.settle(map[string]string{"env": "a b", "none": "", "tag": "1"})
	line, spans, err := written(h.Command[0], args, given)
	if err != nil {
		t.Fatal(err)
	}
	if want := "deploy --to 'a b' x1 end"; line != want {
		t.Fatalf("the line is %s, want %s", line, want)
	}
	var got []string
	for _, s := range spans {
		got = append(got, line[s.Start:s.End])
	}
	if diff := cmp.Diff([]string{"'a b'", "x1"}, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	separated := Hand{Command: []string{"rm", "{{file}}"}, ArgSeparator: true}
	args, given = separated.settle(map[string]string{"file": "-rf"})
	if line, spans, err = written("rm", args, given); err != nil || line != "rm -- -rf" || len(spans) != 1 || line[spans[0].Start:spans[0].End] != "-rf" {
		t.Errorf("with a separator: %q %v, %v", line, spans, err)
	}
}
