package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

func TestALastingYes(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	r.answers = append(r.answers, says(tools.Answer{Verdict: tools.RunOnce, Offer: "act/session"}))
	if got := r.made(t, "s1", `{"text":"hi"}`); got.Error != nil {
		t.Fatal(got.Error)
	}
	var labels []string
	for _, o := range r.shown[0].Offers {
		labels = append(labels, o.ID+": "+o.Label)
	}
	want := []string{
		"act/session: Always allow exactly this, in this session",
		"act/15 minutes: Always allow exactly this, in this space for 15 minutes",
		"act/space: Always allow exactly this, in this space",
		"act/everywhere: Always allow exactly this, in every space",
	}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Errorf("offers (-want +got):\n%s", diff)
	}
	if string(r.shown[0].Input) != `{"text":"hi"}` {
		t.Errorf("the question's input is %s", r.shown[0].Input)
	}
	if by, grant := r.allowed(t); by != "the person, in the window" || grant != "g_1" {
		t.Errorf("allowed by %q with the grant %q", by, grant)
	}
	if g := r.keep.list[0]; g.Session != "s1" || g.Space != "/space" || g.Digest == "" || g.Source != "window" || g.Call == "" || g.Made.IsZero() {
		t.Errorf("kept: %+v", g)
	}
	again := r.made(t, "s1", `{"text":"hi"}`)
	if by, grant := r.allowed(t); again.Error != nil || len(r.shown) != 1 || !strings.HasPrefix(by, "your grant: Always allow exactly this") || grant != "g_1" {
		t.Errorf("the second call: %v, asked %d times, by %q with %q", again.Error, len(r.shown), by, grant)
	}
	if diff := cmp.Diff([]string{"g_1"}, r.keep.uses); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
	for name, other := range map[string][2]string{"another act": {"s1", `{"text":"ho"}`}, "another session": {"s2", `{"text":"hi"}`}} {
		before := len(r.shown)
		if got := r.made(t, other[0], other[1]); got.Error == nil || len(r.shown) != before+1 {
			t.Errorf("%s is let through: %v", name, got.Error)
		}
	}
	r.rules(guard.Rule{Outcome: guard.Deny, Tool: "say", Origin: "settings"})
	if got := r.made(t, "s1", `{"text":"hi"}`); got.Error == nil || got.Error.Code != tools.PermissionDenied {
		t.Errorf("a grant lifts a deny: %v", got.Error)
	}
}

// TestEveryAnswer goes through what an answer may be, and what may happen while
// the question stands.
func TestEveryAnswer(t *testing.T) {
	deny := guard.Rule{Outcome: guard.Deny, Tool: "say", Origin: "settings", File: "settings.json:3"}
	type person = func(context.Context, tools.Question) (tools.Answer, error)
	tests := []struct {
		name    string
		input   string
		answers func(t *testing.T, r *room) []person
		hook    func(hooks.Event) (hooks.Decision, error)
		before  func(r *room)
		code    tools.Code
		message string
		ran     string
		events  string
		stages  string // the end of them
		asked   string // the last question's reason has it
		kept    int
	}{
		{name: "an offer that was not made", answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Offer: "pattern/everywhere"})}
		}, code: tools.Declined, message: "not offered", events: "called asked declined returned"},
		{name: "an offer together with a changed input", answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Offer: "act/session", Input: json.RawMessage(`{"text":"ho"}`), Digest: r.digest(t, `{"text":"ho"}`)})}
		}, code: tools.Declined, message: "not offered", events: "called asked declined returned"},
		{name: "a no with an offer keeps nothing", answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.Deny, Offer: "act/session"})}
		}, code: tools.Declined, events: "called asked declined returned"},
		{name: "a grant that cannot be kept", before: func(r *room) { r.keep.fail = errors.New("the disk is full") }, answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Offer: "act/session"})}
		}, code: tools.Declined, message: "the disk is full", events: "called asked declined returned"},
		{name: "a changed input that was shown", answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho"}`), Digest: r.digest(t, `{"text":"ho"}`)})}
		}, ran: "ho", events: "called asked changed allowed started finished returned",
			stages: "guard:ask confirm:changed check:ok pre_tool:ok prepare:ok guard:ask run:ok post_tool:ok"},
		{name: "a changed input whose author wants a question was shown as well", answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho","ask":true}`), Digest: r.digest(t, `{"text":"ho","ask":true}`)})}
		}, ran: "ho", events: "called asked changed allowed started finished returned"},
		{name: "a changed input of which another act comes asks again", answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho"}`), Digest: r.digest(t, `{"text":"hi"}`)}), says(tools.Answer{Verdict: tools.RunOnce})}
		}, ran: "ho", events: "called asked changed asked allowed started finished returned"},
		{name: "a changed input that nobody was shown asks again", answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho"}`)}), says(tools.Answer{Verdict: tools.Deny})}
		}, code: tools.Declined, events: "called asked changed asked declined returned"},
		{name: "a changed input that does not fit asks again, with the act as it was", answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"txt":1}`), Digest: r.digest(t, `{"text":"hi"}`)}), says(tools.Answer{Verdict: tools.RunOnce})}
		}, ran: "hi", asked: "your changes to the input can't be used", events: "called asked asked allowed started finished returned"},
		{name: "a changed input that is no JSON", answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{`)}), says(tools.Answer{Verdict: tools.Deny})}
		}, code: tools.Declined, asked: "can't be used", events: "called asked asked declined returned"},
		{name: "a changed input that cannot be prepared", answers: func(*testing.T, *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"unpreparable"}`)}), says(tools.Answer{Verdict: tools.RunOnce})}
		}, ran: "hi", asked: "no such place", events: "called asked changed asked allowed started finished returned"},
		{name: "a changed input is shown to hooks, which still block", hook: func(e hooks.Event) (hooks.Decision, error) {
			return hooks.Decision{Block: strings.Contains(string(e.Input), "ho"), By: "polite", Reason: "not that"}, nil
		}, answers: func(t *testing.T, r *room) []person {
			return []person{says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho"}`), Digest: r.digest(t, `{"text":"ho"}`)})}
		}, code: tools.Blocked, message: "not that", events: "called asked changed blocked returned"},
		{name: "a changed input that is denied", answers: func(t *testing.T, r *room) []person {
			d := r.digest(t, `{"text":"ho"}`)
			return []person{func(context.Context, tools.Question) (tools.Answer, error) {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.config.Rules = []guard.Rule{deny}
				return tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{"text":"ho"}`), Digest: d}, nil
			}}
		}, code: tools.PermissionDenied, message: "rule say in settings", events: "called asked changed blocked returned"},
		{name: "a deny that comes before the answer", answers: func(_ *testing.T, r *room) []person {
			return []person{func(context.Context, tools.Question) (tools.Answer, error) {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.config.Rules = []guard.Rule{deny} // and no word of it: only the answer finds out
				return tools.Answer{Verdict: tools.RunOnce, Offer: "act/session", Where: "window"}, nil
			}}
		}, code: tools.PermissionDenied, events: "called asked blocked returned"},
		{name: "a deny while the question stands withdraws it", answers: func(_ *testing.T, r *room) []person {
			return []person{func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
				r.rules(deny)
				<-ctx.Done()
				return tools.Answer{}, ctx.Err()
			}}
		}, code: tools.PermissionDenied, message: "rule say in settings", events: "called asked blocked returned", stages: "guard:ask confirm:refused"},
		{name: "a rule that allows does not answer for the person", answers: func(_ *testing.T, r *room) []person {
			return []person{func(context.Context, tools.Question) (tools.Answer, error) {
				r.rules(guard.Rule{Outcome: guard.Allow, Tool: "say"})
				return tools.Answer{Verdict: tools.Deny, Where: "window"}, nil
			}}
		}, code: tools.Declined, events: "called asked declined returned"},
		{name: "a no that comes with a grant counts", answers: func(_ *testing.T, r *room) []person {
			return []person{func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				_, _ = r.keep.Keep(ctx, tools.Call{}, guard.Grant{Tool: "say", Digest: q.Preview.Digest})
				return tools.Answer{Verdict: tools.Deny, Where: "window"}, nil
			}}
		}, code: tools.Declined, events: "called asked declined returned", kept: 1},
		{name: "a grant that is made elsewhere releases the call", answers: func(_ *testing.T, r *room) []person {
			return []person{func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				_, _ = r.keep.Keep(ctx, tools.Call{}, guard.Grant{Tool: "say", Digest: q.Preview.Digest})
				<-ctx.Done()
				return tools.Answer{}, ctx.Err()
			}}
		}, ran: "hi", events: "called asked allowed started finished returned", stages: "confirm:released run:ok post_tool:ok", kept: 1},
		{name: "a grant for another act releases nothing", answers: func(_ *testing.T, r *room) []person {
			return []person{func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				_, _ = r.keep.Keep(ctx, tools.Call{}, guard.Grant{Tool: "say", Digest: "another"})
				return tools.Answer{Verdict: tools.Expire, Where: "window"}, nil
			}}
		}, code: tools.Expired, message: "nobody answered in time", events: "called asked expired returned", kept: 1},
		{name: "a grant that is taken back as it releases the call", answers: func(_ *testing.T, r *room) []person {
			return []person{func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				r.keep.take = "g_1"
				_, _ = r.keep.Keep(ctx, tools.Call{}, guard.Grant{Tool: "say", Digest: q.Preview.Digest})
				<-ctx.Done()
				return tools.Answer{}, ctx.Err()
			}}
		}, code: tools.Expired, message: "revoked at the same moment", events: "called asked expired returned"},
		{name: "a grant that is taken back between the verdict and the act asks", before: func(r *room) {
			r.keep.list = []guard.Grant{{ID: "g_1", Tool: "say", Pattern: "said"}}
			r.keep.take = "g_1"
		}, answers: func(*testing.T, *room) []person { return []person{says(tools.Answer{Verdict: tools.Deny})} },
			code: tools.Declined, asked: "was just revoked", events: "called asked declined returned"},
		{name: "only a grant for exactly this act lifts confirm: true", input: `{"text":"hi","ask":true}`, before: func(r *room) {
			r.keep.list = []guard.Grant{{ID: "g_1", Tool: "say", Pattern: "said"}}
		}, answers: func(*testing.T, *room) []person { return []person{says(tools.Answer{Verdict: tools.Deny})} },
			code: tools.Declined, events: "called asked declined returned", kept: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := openRoom(t, guard.AskAll)
			if tt.before != nil {
				tt.before(r)
			}
			r.answers, r.hook = tt.answers(t, r), tt.hook
			input := `{"text":"hi"}`
			if tt.input != "" {
				input = tt.input
			}
			got := r.made(t, "s1", input)
			code, message := tools.Code(""), ""
			if got.Error != nil {
				code, message = got.Error.Code, got.Error.Message
			}
			if code != tt.code || !strings.Contains(message, tt.message) {
				t.Errorf("error is %s %q, want %s with %q", code, message, tt.code, tt.message)
			}
			if ran := strings.Join(r.ran, " "); ran != tt.ran {
				t.Errorf("ran %q, want %q", ran, tt.ran)
			}
			if diff := cmp.Diff(tt.events, r.kinds()); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			if !strings.HasSuffix(stages(got), tt.stages) {
				t.Errorf("stages are %q, want them to end with %q", stages(got), tt.stages)
			}
			if last := r.shown[len(r.shown)-1]; !strings.Contains(last.Reason, tt.asked) {
				t.Errorf("the last question's reason is %q, want %q in it", last.Reason, tt.asked)
			}
			if len(r.keep.list) != tt.kept {
				t.Errorf("%d grants are kept, want %d: %+v", len(r.keep.list), tt.kept, r.keep.list)
			}
		})
	}
}

// TestANoSaysWhatConcernsTheCaller: agents are told what to do after a no, and people are not.
func TestANoSaysWhatConcernsTheCaller(t *testing.T) {
	for _, x := range []struct {
		kind    tools.CallerKind
		verdict tools.Verdict
		want    string
	}{
		{tools.CallerAgent, tools.Deny, "the call was declined; do not try it again unless the person asks for it"},
		{tools.CallerMCP, tools.Deny, "the call was declined; do not try it again unless the person asks for it"},
		{tools.CallerPerson, tools.Deny, "the call was declined"},
		{tools.CallerPage, tools.Deny, "the call was declined"},
		{tools.CallerAgent, tools.Expire, "nobody answered in time; the call did not run. Ask the person before you try it again"},
		{tools.CallerPerson, tools.Expire, "nobody answered in time; the call did not run"},
	} {
		r := openRoom(t, guard.AskAll)
		r.answers = append(r.answers, says(tools.Answer{Verdict: x.verdict}))
		got, err := r.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: "say", Run: "r1", Session: "s1", Space: "/space", Caller: tools.Caller{Kind: x.kind}, Input: json.RawMessage(`{"text":"hi"}`)}})
		if err != nil || got.Error == nil || got.Error.Message != x.want {
			t.Errorf("%s, %s: %+v, %v, want %q", x.kind, x.verdict, got.Error, err, x.want)
		}
	}
}

// TestAlwaysReleasesTheWaitingCalls lets one answer decide over all calls that it
// covers, and over no other.
func TestAlwaysReleasesTheWaitingCalls(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	const covered = 5
	stand := make(chan tools.Question, covered+2)
	answer := make(chan tools.Answer)
	waits := func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		stand <- q
		select {
		case a := <-answer:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	for range covered + 1 {
		r.answers = append(r.answers, waits)
	}
	var calls sync.WaitGroup
	results := make(chan tools.Result, covered)
	for range covered {
		calls.Go(func() { results <- r.made(t, "s1", `{"text":"hi"}`) })
	}
	other := make(chan tools.Result, 1)
	go func() { other <- r.made(t, "s1", `{"text":"ho"}`) }()
	var its string
	for range covered + 1 {
		if q := <-stand; strings.Contains(q.Preview.Detail, "hi") {
			its = q.Preview.Digest
		}
	}
	if _, err := r.keep.Keep(t.Context(), tools.Call{}, guard.Grant{Tool: "say", Digest: its, Label: "all of it"}); err != nil {
		t.Fatal(err)
	}
	calls.Wait()
	for range covered {
		if got := <-results; got.Error != nil {
			t.Errorf("a covered call is refused: %v", got.Error)
		}
	}
	select {
	case got := <-other:
		t.Errorf("a call that is not covered ends with %+v", got)
	default:
	}
	answer <- tools.Answer{Verdict: tools.Deny, Where: "window"}
	if got := <-other; got.Error == nil || got.Error.Code != tools.Declined {
		t.Errorf("the other call: %v", got.Error)
	}
}

func TestAnInputThatIsChangedForever(t *testing.T) {
	r := openRoom(t, guard.AskAll)
	for range 100 {
		r.answers = append(r.answers, says(tools.Answer{Verdict: tools.RunOnce, Input: json.RawMessage(`{}`)}))
	}
	if got := r.made(t, "s1", `{"text":"hi"}`); got.Error == nil || got.Error.Code != tools.Declined || len(r.shown) != 20 || len(r.ran) != 0 {
		t.Errorf("after %d questions: %v, ran %v", len(r.shown), got.Error, r.ran)
	}
}
