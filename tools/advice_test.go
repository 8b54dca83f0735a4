package tools_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

// A model is told of whatever a person can do, and of no command or page: it must do
// none of it itself.
func TestEveryActionIsWordedForModels(t *testing.T) {
	for _, kind := range tools.ActionKinds() {
		words := tools.Action{Kind: kind, Subject: "files", Detail: "more"}.ForModel()
		if kind != tools.ListTools && kind != tools.AllowRefusedHost && !strings.HasPrefix(words, "Ask the person to ") || !strings.HasSuffix(words, ".") {
			t.Errorf("%s: %q", kind, words)
		}
		for _, no := range []string{"handrail ", "`", "--", " page"} {
			if strings.Contains(words, no) {
				t.Errorf("%s: %q names %q", kind, words, no)
			}
		}
	}
	if words := (tools.Action{}).ForModel(); words != "" {
		t.Errorf("no action: %q", words)
	}
}

func TestAnErrorForModels(t *testing.T) {
	on := tools.Action{Kind: tools.EnableServer, Subject: "files"}
	advised := tools.Advise(on, "it is turned off")
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"made of an error":    {tools.Errorf(tools.NotFound, "not here: %v", advised), "not here: it is turned off. Ask the person to turn the server files on."},
		"another error":       {fmt.Errorf("no: %w", advised), "no: it is turned off. Ask the person to turn the server files on."},
		"a whole sentence":    {tools.Errorf(tools.NotFound, "It is off.").Advise(on), "It is off. Ask the person to turn the server files on."},
		"nothing can be done": {tools.Errorf(tools.NotFound, "not here: %v", errors.New("it is gone")), "not here: it is gone"},
		"joined":              {errors.Join(errors.New("one"), advised), "one\nit is turned off. Ask the person to turn the server files on."},
	} {
		if got := tools.AsError(tt.err).ForModel(); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, tt.want)
		}
	}
}
