package window

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/permits"
	"handrail/tools"
)

// reason stands for what the person types; the fake puts theirs in its place.
const reason = "REASON"

// ruleWalks record the rules, the verdicts on calls, calls that go through the door,
// and what the person has granted.
func ruleWalks() []walk {
	rules := []step{{"Rules", with()}}
	add := func(outcome, rule string) step { return step{"AddRule", with(outcome, rule)} }
	mode := func(mode string) step { return step{"SetMode", with(mode)} }
	revoke := func(label string) step {
		return step{"Revoke", func(r *recorder) []any { return []any{r.grant(label)} }}
	}
	widen := func(label string) step {
		return step{"Widen", func(r *recorder) []any { return []any{r.grant(label)} }}
	}
	return []walk{
		{space: welcome, files: ruledFiles, options: ruledDesk, prepare: ruledSpace, placed: true, reads: rules, trials: verdicts(), more: throughTheDoor,
			branches: [][]step{
				{add("ask", "bash(git push*"), add("deny", "bash(git push*)"), {"RemoveRule", with("deny", "bash(git push*)")}},
				{add("deny", "bash")},
				{{"SetBuiltin", with("sql-drop", "allow")}},
				{mode("ask"), mode("workspace"), mode("")},
				{mode("ask"), mode("rehearse"), mode("workspace")},
				{mode("ask"), mode("read-only")},
			}},
		{space: large, options: ruledDesk, prepare: askingSpace, placed: true, reads: rules, branches: [][]step{{mode("read-only"), mode("ask")}, {mode("workspace")}},
			more: func(r *recorder) recording {
				var out recording
				for _, command := range []string{script, "git fetch origin", "git fetch --all"} {
					out = append(out, r.through("bash", shown(map[string]any{"command": command}), "yes", "no", "no, because")...)
				}
				return out
			}},
		{space: themeKit, files: kitFiles, options: ruledDesk, reads: rules, branches: [][]step{{}}},
		{space: notes, options: ruledDesk, placed: true, reads: rules, branches: [][]step{{}},
			more: func(r *recorder) recording {
				askingSpace(r.bench)
				out := r.through("write", shown(map[string]any{"path": "editor.sh", "content": "export EDITOR=vim\n"}), "no", "yes")
				setMode(r.bench, "")
				return out
			}},
		{files: ruledFiles, options: ruled, prepare: grants, placed: true, reads: []step{{"Grants", with()}},
			branches: [][]step{{revoke("npm test"), revoke("budget.ods")}, {widen("letter.pdf")}}},
	}
}

// verdicts are calls that are held against the rules, and run nothing.
func verdicts() []step {
	var out []step
	preview := func(tool string, inputs ...map[string]any) {
		for _, input := range inputs {
			out = append(out, step{"Preview", with(tool, shown(input))})
		}
	}
	type in = map[string]any
	for _, branch := range []string{"guide/new", "next"} {
		for i := range branch {
			preview("deploy", in{"branch": branch[:i+1], "wait": true}, in{"branch": branch[:i+1]})
		}
	}
	preview("deploy", in{}, in{"wait": true}, in{"branch": ""}, in{"branch": "", "wait": true}, in{"branch": "guide"}, in{"branch": "main"}, in{"branch": "main", "wait": true})
	preview("bash", in{}, in{"timeout": 30, "background": false})
	preview("run-tests", in{}, in{"timeout": 30}, in{"suite": "unit"}, in{"suite": "unit", "timeout": 30}, in{"timeout": 30, "only": []string{}}, in{"suite": "unit", "timeout": 30, "only": []string{}})
	preview("serve", in{}, in{"port": 8080})
	for _, tool := range []string{"clean", "word-count", "read", "write", "edit", "glob", "grep", "listdir", "welcome__list-files", "welcome__run-suite", "welcome__deploy-staging"} {
		preview(tool, in{})
	}
	preview("welcome__run-suite", in{"filter": "totals"})
	try := func(command, outcome, rule string) {
		input := in{"timeout": 30, "background": false}
		if command != "" {
			input["command"] = command
		}
		out = append(out, step{"TryRules", with(TrialForm{Tool: "bash", Input: shown(input), Rule: rule, Outcome: "ask", After: []string{}})})
	}
	for _, command := range []string{"", "ls", "git push", "git push origin"} {
		for _, rule := range []string{"", "bash(git push*)", "bash(git", "bash(git push*"} {
			try(command, "ask", rule)
		}
	}
	out = append(out, step{"TryRules", with(TrialForm{Tool: "bash", Input: shown(in{"timeout": 30, "background": false}), Outcome: "deny", After: []string{}})},
		step{"TryRules", with(TrialForm{Tool: "bash", Input: shown(in{"timeout": 30, "background": false}), Rule: "bash(git push*)", Outcome: "deny", After: []string{}})},
		step{"TryRules", with(TrialForm{Tool: "bash", Input: shown(in{"command": "git push", "timeout": 30, "background": false}), Outcome: "ask", After: []string{"web:example.com"}})},
		step{"TryRules", with(TrialForm{Tool: "bash", Input: shown(in{"command": "git push", "timeout": 30, "background": false}), Outcome: "ask", After: []string{"mail"}})})
	return out
}

// throughTheDoor makes the calls that the fake's agent and the page's tests make.
func throughTheDoor(r *recorder) recording {
	type in = map[string]any
	out := r.through("run-tests", shown(in{"suite": "unit"}), "")
	out = append(out, r.through("run-tests", shown(in{"suite": "unit", "timeout": 30}), "")...)
	out = append(out, r.through("serve", shown(in{"port": 8080}), "")...)
	out = append(out, r.through("welcome__run-suite", shown(in{"filter": "totals"}), "")...)
	for _, branch := range []string{"guide", "main", "next"} {
		out = append(out, r.through("deploy", shown(in{"branch": branch}), "yes", "no", "no, because")...)
	}
	for _, branch := range []string{"main", "next"} {
		out = append(out, r.through("deploy", shown(in{"branch": branch, "wait": true}), "yes", "no", "no, because")...)
	}
	return out
}

// through makes one call for each of the person's answers, "" if it does not ask, and
// records the question, what the journal has of the call, and how it was decided.
func (r *recorder) through(tool, input string, answers ...string) recording {
	r.t.Helper()
	var out recording
	questions, runs := &Questions{r.window.app}, &Runs{r.window.app}
	for i, answer := range answers {
		started, err := (&Tools{r.window.app}).TryTool(r.real, tool, input, "")
		if err != nil {
			r.t.Fatal(err)
		}
		r.places = append(r.places, started.Run, "RUN", started.Call, "CALL")
		keep := func(method string, args []any, answer any) {
			c := recordedCall{Method: method}
			r.clean(args, &c.Args)
			r.clean(settled(r, answer), &c.Answer)
			out = append(out, c)
		}
		if answer != "" {
			var asked []QuestionView
			operatortest.WaitUntil(r.t, tool+" asks", func() bool { asked, _ = questions.Questions(); return len(asked) == 1 })
			if i == 0 {
				keep("question", []any{tool, input}, asked[0])
			}
			form := AnswerForm{Run: answer == "yes"}
			if answer == "no, because" {
				form.Reason = reason
			}
			if err := questions.Answer(asked[0].ID, form); err != nil {
				r.t.Fatal(err)
			}
		}
		operatortest.WaitUntil(r.t, tool+" ends", func() bool { run, err := runs.Run(started.Run); return err == nil && run.State != journal.Running })
		page, err := runs.RunEvents(started.Run, 0, 100)
		if err != nil {
			r.t.Fatal(err)
		}
		type event struct {
			Kind string          `json:"kind"`
			Data json.RawMessage `json:"data"`
		}
		var events []event
		for _, e := range page.Events {
			if e.Call != "" && e.Kind != string(journal.Output) { // how it is cut into pieces is chance
				events = append(events, event{e.Kind, json.RawMessage(stageText.ReplaceAllString(e.Data, ""))})
			}
		}
		keep("events", []any{tool, input, answer}, events)
		record, err := runs.CallRecord(started.Call)
		if err != nil {
			r.t.Fatal(err)
		}
		keep("callRecord", []any{tool, input, answer}, record)
	}
	return out
}

var (
	stageText   = regexp.MustCompile(`,"micros":\d+`) // a stage that takes none has none
	microsText  = regexp.MustCompile(`(\\?"(?:micros|duration_ms)\\?":)[0-9.]+`)
	wallsText   = regexp.MustCompile(`not enforced: limits`)
	sessionText = regexp.MustCompile(`s_try_[0-9a-f]{16}`)
)

// settled is an answer without how long its stages took and what held its program.
func settled(r *recorder, answer any) json.RawMessage {
	raw := microsText.ReplaceAll(compact(r.t, answer), []byte("${1}12"))
	raw = wallsText.ReplaceAll(raw, []byte("enforced"))
	return sessionText.ReplaceAll(raw, []byte("s_try"))
}

// shown is an input as the page sends it.
func shown(input map[string]any) string {
	raw, _ := json.Marshal(input) // strings, numbers and lists of them
	return string(raw)
}

// ruledDesk is a bench with the person's rules, whose questions the window asks. What
// its calls run besides scripts of the space does nothing.
func ruledDesk(o *operatortest.Options) {
	ruled(o)
	o.Walls = true // else programs ask, since nothing holds them to the rules about files
	o.Change = func(c *operator.Config) {
		bin := filepath.Join(filepath.Dir(c.Home), "bin")
		_ = os.MkdirAll(bin, 0o700)
		for _, real := range []string{"/usr/bin/bash", "/bin/bash"} { // the first that is there
			_ = os.Symlink(real, filepath.Join(bin, "bash"))
		}
		for _, name := range []string{"npm", "npx", "gcloud", "git", "python3", "convert"} { // a call that does not find it fails, and so does its recording
			_ = os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\necho \"all done\"\n"), 0o700)
		}
		c.Environ.Vars = append([]string{"PATH=" + bin + ":" + os.Getenv("PATH")}, c.Environ.Vars[1:]...)
		c.Confirmer = func(o *operator.Operator) tools.Confirmer { return o.Asking().Questions() }
	}
}

// ruledSpace has hands, and a tool that changed since it was trusted.
func ruledSpace(b *operatortest.Bench) {
	b.T.Helper()
	b.File("ctxnest.json", welcomeHands)
	b.Reload()
	b.Trust()
	b.File("agent/tools/clean.md", strings.Replace(ruledFiles["agent/tools/clean.md"], "rm -r build", "rm -rf build", 1))
	b.Reload()
}

// askingSpace has a mode of its own.
func askingSpace(b *operatortest.Bench) {
	b.T.Helper()
	setMode(b, "ask")
}

func setMode(b *operatortest.Bench, mode permits.Mode) {
	b.T.Helper()
	if err := b.S.Permits().SetMode(b.T.Context(), mode); err != nil {
		b.T.Fatal(err)
	}
}

// grants has the person grant something of every kind but what builds may reach.
func grants(b *operatortest.Bench) {
	b.T.Helper()
	b.Trust()
	budget := filepath.Join(b.Options.Home, "Documents", "budget.ods")
	operatortest.WriteFile(b.T, budget, "")
	letter := filepath.Join(b.Options.Home, "Documents", "letter.pdf")
	operatortest.WriteFile(b.T, letter, "")
	if err := errors.Join(b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, budget, true), b.O.Permits().GrantPath(tools.Call{Space: b.Dir, Session: "chat-states"}, letter, false)); err != nil {
		b.T.Fatal(err)
	}
	askingSpace(b)
	call := func(tool, input, offer string) {
		b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.RunOnce, Offer: offer, Where: "window"}, nil
		}
		calls, err := b.S.Calls(operator.CallsConfig{Session: "chat-states", Origin: journal.FromTry})
		if err != nil {
			b.T.Fatal(err)
		}
		if _, _, err := calls.Call(b.T.Context(), tool, json.RawMessage(input), tools.Scope{}); err != nil {
			b.T.Fatal(err)
		}
		if err := calls.Close(); err != nil {
			b.T.Fatal(err)
		}
	}
	call("bash", `{"command":"git fetch"}`, "pattern/everywhere")
	call("deploy", `{"branch":"guide"}`, "act/session")
	b.File("agent/tools/deploy.md", strings.Replace(ruledFiles["agent/tools/deploy.md"], "Deploys the", "Deploys this", 1))
	b.Reload()
	b.Trust()
	call("bash", `{"command":"npm test -- totals"}`, "pattern/space")
	call("bash", `{"command":"npm test -- totals"}`, "")
}

// grant is the id of a grant whose label has a text.
func (r *recorder) grant(label string) string {
	r.t.Helper()
	list, err := (&Rules{r.window.app}).Grants()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, g := range list {
		if strings.Contains(g.Label, label) {
			return g.ID
		}
	}
	r.t.Fatalf("%q is not in %+v", label, list)
	return ""
}

const large = "/home/ada/large"

// script is long, and has a mark in it that turns what follows round.
var script = "set -eu\n" + strings.Repeat("convert img/1.png -resize 800x img/small-1.png\n", 30) + "echo done \u202E# enod si lla"
