package command

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzParseHands: whatever a file holds, reading it ends; every tool is either
// taken or rejected with a problem; and what was taken and is written again
// reads as the same, without a problem that rejects.
func FuzzParseHands(f *testing.F) {
	data, err := os.ReadFile("describe/annotated.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(data), `{"version":"1","tools":{"a":{"description":"d","command":["x","{{y}}"],"params":{"y":{"type":"number","default":1e3,"min":0}},"inheritEnv":["A"],"network":"on","sideEffect":false}}}`, "\ufeff{}", "[", `{"version":"1","tools":{"":{}}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		hands, problems := ParseHands(data, HandsFile)
		serious := 0
		for _, p := range problems {
			if !p.Minor {
				serious++
			}
			if p.Line < 0 || p.Reason == "" || p.File != HandsFile {
				t.Errorf("%+v", p)
			}
		}
		if serious < len(hands.Rejected) {
			t.Errorf("%d rejected, %d problems", len(hands.Rejected), serious)
		}
		written, err := WriteHands(hands.List)
		if err != nil {
			t.Fatal(err)
		}
		if len(written) > MaxHandsFile {
			return
		}
		again, _ := ParseHands(written, HandsFile)
		if diff := cmp.Diff(hands.List, again.List, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Hand{}, "Line")); diff != "" || len(again.Rejected) > 0 {
			t.Errorf("written and read again (-first +second), rejected %v\n%s", again.Rejected, diff)
		}
	})
}

// FuzzArgv: a value that is accepted stands in exactly one element of the argv,
// byte for byte, and changes no other.
func FuzzArgv(f *testing.F) {
	for _, seed := range []string{"a", "-rf", "a b", "{{y}}", "$(id)", "\x00", "--", "'", "日本"} {
		f.Add(seed, true)
	}
	h := Hand{Name: "a", Command: []string{"prog", "lit", "{{x}}", "pre{{x}}post", "end"}, Params: map[string]HandParam{"x": {Type: "string"}, "y": {Type: "string"}}}
	f.Fuzz(func(t *testing.T, value string, separator bool) {
		text, err := h.Params["x"].Accept("x", value)
		if err != nil {
			return
		}
		if strings.HasPrefix(text, "-") || strings.ContainsAny(text, "\x00\n\r") || len(text) > MaxHandValue {
			t.Errorf("%q is accepted", text)
		}
		h := h
		h.ArgSeparator = separator
		want := []string{"lit"}
		if separator {
			want = append(want, "--")
			if value == "" {
				want = []string{"lit", "--"}
			}
		}
		if value != "" {
			want = append(want, value)
		}
		want = append(want, "pre"+value+"post", "end")
		if diff := cmp.Diff(want, h.Argv(map[string]string{"x": text, "y": "owned"})); diff != "" {
			t.Errorf("%q\n%s", value, diff)
		}
	})
}
