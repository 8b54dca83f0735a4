package transport

import (
	"errors"
	"strings"
	"testing"

	"handrail/tools"
)

// An answer that is no sound JSON ends its request at once, with the reason. What
// only looks like one in a log does not.
func TestAnAnswerThatCannotBeReadEndsItsRequest(t *testing.T) {
	for name, printed := range map[string]string{
		"too deep": `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}}",
		"cut":      `{"jsonrpc":"2.0","id":1,"result":{"content":[`,
		"id last":  `{"jsonrpc":"2.0","result":{"content":[},"id":1}`,
	} {
		_, _, failed, _ := guardJudges(t, strings.NewReader(printed+"\n"))
		var e *tools.Error
		if !errors.As(failed[1], &e) || e.Code != tools.Unavailable || len(failed) != 1 {
			t.Errorf("%s: %v, want that request 1 alone has failed", name, failed)
		}
	}
	for name, printed := range map[string]string{
		"a request in a log": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"result":`,
		"a log":              `{"level":30,"id":1,"result":`,
	} {
		if _, _, failed, _ := guardJudges(t, strings.NewReader(printed+"\n")); len(failed) > 0 {
			t.Errorf("%s: %v, want nothing", name, failed)
		}
	}
}
