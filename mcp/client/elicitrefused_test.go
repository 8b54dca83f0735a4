package client

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

// aForm is a form of a server with one field.
func aForm(field string) protocol.ElicitationRequest {
	return protocol.ElicitationRequest{Params: protocol.ElicitationParams{Message: "Who?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"` + field + `":{"type":"string"}}}`)}}
}

// After three refusals within a minute forms are declined unseen, until the minute is
// over; one that nobody could be shown counts for nothing.
func TestFormsThatAreRefusedAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shown, notes := 0, []string(nil)
		actions := []tools.FormAction{tools.Accept, tools.Decline, tools.Cancel, tools.Decline}
		e := &elicitor{refusals: &refusals{}, note: func(text string) { notes = append(notes, text) }, form: func(context.Context, tools.Form) (tools.FormAnswer, error) {
			shown++
			return tools.FormAnswer{Action: actions[(shown-1)%len(actions)], Content: json.RawMessage(`{}`)}, nil
		}}
		ask := func() string {
			got, err := e.Elicit(t.Context(), aForm("a"))
			if err != nil {
				t.Fatal(err)
			}
			return string(got.Action)
		}
		for _, want := range []string{"accept", "decline", "cancel", "decline"} {
			if got := ask(); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			time.Sleep(10 * time.Second)
		}
		for range 100 {
			if got := ask(); got != "decline" {
				t.Errorf("got %s", got)
			}
		}
		if shown != 4 || len(notes) != 100 || !strings.Contains(notes[0], "declined unseen") {
			t.Errorf("%d were shown; it says %q", shown, notes)
		}
		time.Sleep(refusalMemory - 30*time.Second)
		if got := ask(); got != "accept" || shown != 5 {
			t.Errorf("after the minute: %s, %d were shown", got, shown)
		}
	})
}

// A form that seems to ask for a secret is shown with a word of ours about it, in
// which no word of the server's is.
func TestAFormThatAsksForASecret(t *testing.T) {
	for field, warned := range map[string]bool{"apiKey": true, "Your password": true, "name": false} {
		var seen tools.Form
		e := &elicitor{server: "peer", form: func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
			seen = f
			return tools.FormAnswer{Action: tools.Decline}, nil
		}}
		if _, err := e.Elicit(t.Context(), aForm(field)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(seen.Warning, `goes to the server "peer"`); got != warned || strings.Contains(seen.Warning, field) {
			t.Errorf("%s: %q", field, seen.Warning)
		}
	}
}

// A form outside of any call is refused, and the person hears of it.
func TestAFormWithoutACall(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "asks when listed"), func(c *Config) {
		c.Form = func(context.Context, tools.Form) (tools.FormAnswer, error) {
			t.Error("it was shown")
			return tools.FormAnswer{Action: tools.Decline}, nil
		}
	})
	c.connected()
	c.saying("was not shown: no call of this server is under way")
	c.answered("echo", "{}")
}

// A form is taken back when its call has ended.
func TestAFormWhoseCallHasEnded(t *testing.T) {
	t.Parallel()
	shown, back := make(chan tools.Form, 1), make(chan struct{})
	c := clientOf(t, peerServer(t, "good"), func(c *Config) {
		c.Form = func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
			shown <- f
			<-ctx.Done()
			close(back)
			return tools.FormAnswer{}, ctx.Err()
		}
	})
	c.connected()
	var call sync.WaitGroup
	call.Go(func() {
		if a := c.answered("asks and waits", "{}"); textOf(a) != "at last" {
			t.Errorf("%+v", a)
		}
	})
	if f := <-shown; f.Tool != "peer__asks and waits" {
		t.Errorf("it was shown for %q", f.Tool)
	}
	c.answered("answers", "{}")
	call.Wait()
	<-back
	c.saying("a form of this server was taken back: the call to which it belonged has ended")
}
