package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"handrail/internal/terminal"
	"handrail/journal"
	"handrail/tools"
)

// print writes v as one line of JSON on standard output. On a terminal what
// would act there is escaped, and the JSON still means the same.
func (out *printer) print(v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	raw := line.Bytes()
	if _, ok := out.env.Stdout.(*terminal.Screen); ok {
		raw = terminal.JSON(raw)
	}
	_, err := out.env.Stdout.Write(raw)
	return err
}

// closing closes the app when a verb ends, and keeps the first error.
func closing(c io.Closer, err *error) {
	*err = errors.Join(*err, c.Close())
	if joined, ok := (*err).(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) == 1 {
		*err = joined.Unwrap()[0]
	}
}

// firstLine is the first line of text that is not empty.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// shortWidth is how many characters of what others say of a thing a table shows.
const shortWidth = 100

// short cuts text that is too wide for a table, at a space if there is one near.
func short(text string) string {
	runes := []rune(text)
	if len(runes) <= shortWidth {
		return text
	}
	cut := string(runes[:shortWidth-1])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)*3/4 {
		cut = cut[:at]
	}
	return cut + "…"
}

// clean makes text of others safe to look at wherever it is printed to, on a line of ours: it begins
// no line, which could pass for one of Handrail's, and no column of a table.
func clean(text string) string { return terminal.OnOneLine(text) }

// cleanText is clean for what has lines of its own, such as a program's output or an answer.
// A terminal.Screen would do the same; a pipe may lead to one.
func cleanText(text string) string { return terminal.Shown(text) }

// indented is cleanText for an error, which may have several lines: all but the first stand further in, so that
// none of them passes for one of ours.
func indented(text string) string { return strings.ReplaceAll(cleanText(text), "\n", "\n    ") }

// cut shortens text to n characters.
func cut(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}

// resultLine is a call's result as --json prints it (docs/spec/01-command-line.md).
type resultLine struct {
	Type    string       `json:"type"`
	ID      any          `json:"id"`
	Content string       `json:"content"`
	Parts   []tools.Part `json:"parts,omitempty"`
	Error   *errorLine   `json:"error,omitempty"`
	Meta    tools.Meta   `json:"meta"`
}

// errorLine is a call's error with what to do about it.
type errorLine struct {
	*tools.Error
	Next string `json:"next,omitempty"`
}

// lineOf is a result as it is printed; id is a text, or JSON.
func lineOf(id any, r tools.Result) resultLine {
	line := resultLine{Type: "tool_result", ID: id, Content: r.Content, Parts: r.Parts, Meta: r.Meta}
	if r.Error != nil {
		line.Error = &errorLine{r.Error, actionWords(r.Error.Action)}
	}
	return line
}

// told is what the data of any kind of event may hold.
type told struct {
	Text    string            `json:"text"`
	Skills  []string          `json:"skills"`
	Calls   []json.RawMessage `json:"calls"`
	Dry     string            `json:"rehearsal"`
	Tool    string            `json:"tool"`
	Input   json.RawMessage   `json:"input"`
	By      string            `json:"by"`
	Reason  string            `json:"reason"`
	Cause   string            `json:"cause"`
	Title   string            `json:"title"`
	Detail  string            `json:"detail"`
	Content string            `json:"content"`
	Error   string            `json:"error"`
	Code    string            `json:"code"`
	Same    bool              `json:"same"`
	Unknown bool              `json:"unknown"`
	File    string            `json:"file"`
	State   string            `json:"state"`
	Meta    struct {
		Stages []struct {
			Name   string `json:"name"`
			Result string `json:"result"`
			Micros int64  `json:"micros"`
		} `json:"stages"`
	} `json:"meta"`

	Decider journal.DeciderData `json:"decider"`

	Names   int      `json:"changed"` // of a snapshot, or of what was taken back
	Failed  string   `json:"failed"`
	Partial []string `json:"partial"`
	Beside  []string `json:"beside"`
	When    string   `json:"when"`
}

// describe says in one line what an event tells.
func describe(e journal.Event) string {
	var d told
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return cut(clean(string(e.Data)), 200)
	}
	text := strings.ReplaceAll(clean(strings.TrimSpace(d.say(string(e.Kind)))), "\n", "⏎ ")
	if e.Kind == "returned" {
		return cut(text, 200) + d.chain()
	}
	return cut(text, 200)
}

func (d told) say(kind string) string {
	switch kind {
	case "prompted":
		if d.Dry != "" {
			d.Text = fmt.Sprintf("(rehearsed; until it is kept or dropped: handrail rehearsals show %s) %s", d.Dry, d.Text)
		}
		if len(d.Skills) > 0 {
			return fmt.Sprintf("%s (skills: %s)", d.Text, strings.Join(d.Skills, ", "))
		}
		return d.Text
	case "replied":
		if len(d.Calls) > 0 {
			return fmt.Sprintf("%s (requests %s)", d.Text, plural(len(d.Calls), "call"))
		}
		return d.Text
	case "called":
		return d.Tool + " " + unescaped.Replace(string(d.Input))
	case "changed":
		return d.By + " changed it to " + unescaped.Replace(string(d.Input))
	case "allowed", "blocked", "declined", "expired":
		return d.decided(kind)
	case "asked", "started":
		return d.Title + ": " + d.Detail
	case "output":
		return d.Text
	case "finished", "returned":
		return d.outcome()
	case "snapshot", "undone":
		return snapshotWords(journal.SnapshotData{Changed: d.Names, Failed: d.Failed, Partial: d.Partial, Beside: d.Beside, When: d.When})
	case "resumed":
		return d.By
	case "problem":
		return d.File + ": " + d.Text
	}
	return join(" ", d.State, d.Reason)
}

// decided is who has decided, and why. Where nobody has, nobody is named; and what a model is told
// of a no is not said to people who have given it.
func (d told) decided(kind string) string {
	by, why := d.By, cmp.Or(d.Cause, d.Reason)
	switch tools.DeciderKind(d.Decider.Kind) {
	case tools.ByNobody:
		by = ""
	case tools.ByPerson:
		if kind == string(journal.Declined) && d.Cause == "" {
			why = "denied"
		}
	}
	return join(": ", by, why)
}

// outcome is what came out of a call.
func (d told) outcome() string {
	switch {
	case d.Unknown:
		return "unknown: " + d.Error
	case d.Error != "":
		return d.Code + ": " + d.Error
	case d.Same:
		return "unchanged"
	}
	text, program := programText(d.Content)
	if !program {
		return d.Content
	}
	return cmp.Or(text, "exit code 0")
}

// join joins what is not empty.
func join(between string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, between)
}

// errorText is an error with what to do about it.
func errorText(err error) string { return withAction(err.Error(), tools.ActionOf(err)) }

// withAction adds to a text what to do about it.
func withAction(text string, a tools.Action) string {
	words := actionWords(a)
	switch {
	case words == "":
		return text
	case text == "":
		return words
	case strings.HasSuffix(text, "."):
		return text + " " + words
	}
	return text + "; " + words
}

// actionWords words an action as a command; "" if there is none to do it.
func actionWords(a tools.Action) string {
	if words := serverActionWords(a) + webActionWords(a) + messageActionWords(a); words != "" {
		return words
	}
	switch a.Kind {
	case tools.TrustSpace:
		return "review what it can run and trust it: handrail space trust"
	case tools.ReviewChanges:
		return "review the changes: handrail space trust"
	case tools.RestoreChanges:
		return "to review it: handrail space trust; to put it back: handrail space restore"
	case tools.ListTrusted:
		return "`handrail space trust --show` lists them"
	case tools.ReadProblems:
		return "handrail check lists them."
	case tools.ReadDoctor:
		return "`handrail doctor` says what is missing"
	case tools.ChangeNetwork:
		return "handrail space network changes it."
	case tools.AllowHost:
		return "to allow " + a.Subject + ": `handrail space network` for this space, `handrail --network " + a.Subject + "` for one command"
	case tools.RevokeRegistries:
		return "To revoke: handrail space network --revoke"
	case tools.AskRegistries:
		return "To be asked again: handrail space network --revoke"
	case tools.RevokePaths:
		return "Revoke them on the space's page in the window."
	case tools.ListTools:
		return "`handrail tools` lists those there are"
	case tools.EnableTool:
		return "`handrail tools on " + a.Subject + "` turns it on again"
	case tools.ListHooks:
		return "`handrail hooks list` names them"
	case tools.DisableHook:
		return "to turn it off: handrail hooks disable " + a.Subject
	case tools.ListRules:
		return "`handrail rules list` shows the rules"
	case tools.AddRule:
		return "open Handrail's window and try again, or allow it beforehand with a rule: handrail rules add"
	case tools.AnswerBeforehand:
		return "handrail --confirm allow, or --confirm deny, answers beforehand"
	case tools.RevokeRule:
		return "remove that first: handrail rules revoke " + a.Subject + " '" + a.Detail + "'"
	case tools.ListGrants:
		return "`handrail grants list` shows your grants"
	case tools.ListRuns:
		return "`handrail runs list` lists them"
	case tools.ListCalls:
		return "`handrail runs show RUN` lists the calls of a run"
	case tools.SetSecret:
		return "set it with `handrail secrets set " + a.Subject + "`"
	case tools.ListPrograms:
		return "`handrail servers programs` lists the known programs"
	case tools.ListTokens:
		return "`handrail mcp token list` lists them"
	}
	return ""
}

// webActionWords words an action on the web; "" if it is none.
func webActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.TurnWebOn:
		if a.Subject != "" {
			return "to turn it on here: `handrail web on --here`; to do as other spaces do: `handrail web follow`"
		}
		return "to turn it on: `handrail web on`, for this space alone `handrail web on --here`"
	case tools.AllowPages:
		return "to allow it: handrail web allow " + a.Subject
	case tools.CorrectPages:
		return "`handrail web` shows the list, `handrail web disallow` takes an entry from it"
	case tools.SetSearch:
		return "set one with `handrail web search`"
	case tools.CorrectSearch:
		return "correct it with `handrail web search`, and try it with `handrail web test`"
	case tools.CheckWayOut:
		return "set the proxy with handrail proxy set, or HTTPS_PROXY and NO_PROXY in your environment; a company's certificate belongs into the system's list, or a file that SSL_CERT_FILE names"
	}
	return ""
}

// messageActionWords words an action on channels and the outbox; "" if it is none.
func messageActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.AddChannel:
		return "add one with `handrail channels add`"
	case tools.CorrectChannel:
		return "`handrail channels list` says what is wrong, `handrail channels test " + a.Subject + "` tries it"
	case tools.ReadOutbox:
		return "`handrail outbox list` shows what waits; `handrail outbox retry` and `handrail outbox drop` decide about it"
	}
	return ""
}

// serverActionWords words an action on a server; "" if it is none.
func serverActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.ListServers:
		return "`handrail servers list` shows your servers"
	case tools.AddServer:
		return "add it with `handrail servers add`"
	case tools.EnableServer:
		return "`handrail servers on " + a.Subject + "` turns it on again"
	case tools.StartServer:
		return "start it on the Servers page of the window"
	case tools.TestServer:
		return "handrail servers test " + a.Subject
	case tools.InspectServer:
		return "handrail servers log " + a.Subject + " shows what it printed, handrail servers test " + a.Subject + " tries again."
	case tools.ReviewServer:
		return "`handrail servers changes " + a.Subject + "` shows the difference"
	case tools.ApproveServer:
		return "handrail servers approve " + a.Subject
	case tools.ApproveProgram:
		return "look at these files; `handrail servers approve " + a.Subject + "` lets it run as it is"
	case tools.SignIn:
		return "to sign in: handrail servers sign-in " + a.Subject
	case tools.SecureServer:
		return "`handrail servers secure " + a.Subject + "` moves them to your keychain"
	case tools.AllowServer:
		return "to allow it again: `handrail servers allow " + a.Subject + "` or `handrail servers offer " + a.Subject + "`"
	case tools.GiveServerNeeds:
		if a.Detail == "" {
			return "to mend that: handrail servers needs " + a.Subject
		}
		return "to start it so: handrail servers needs " + a.Subject
	case tools.AllowServerHost, tools.AllowRefusedHost:
		return "to allow it: handrail servers allow " + a.Subject + " " + a.Detail
	case tools.AllowServerRead:
		return "to allow it: handrail servers allow " + a.Subject + " --read " + a.Detail
	case tools.AllowServerWrite:
		return "to allow it: handrail servers allow " + a.Subject + " --write " + a.Detail
	}
	return ""
}
