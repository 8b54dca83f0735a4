package tools_test

import (
	"testing"

	"handrail/tools"
)

func TestAnAppIsNamedByItsServer(t *testing.T) {
	for caller, want := range map[tools.Caller]string{
		tools.AppCaller("clock"):                       `The app of the server "clock"`,
		{Kind: tools.CallerPage, Name: "pages/x.html"}: `The page "pages/x.html"`,
		{Kind: tools.CallerAgent, Name: "apps/clock"}:  `The agent "apps/clock"`,
		{Kind: tools.CallerMCP, Name: "apps/clock"}:    `A program that calls itself "apps/clock"`,
	} {
		if got := caller.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
