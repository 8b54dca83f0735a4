package window

import (
	"cmp"
	"fmt"
	"strings"

	"handrail/operator"
	"handrail/operator/servers"
	"handrail/tools"
)

// ServersView is every server of a space.
type ServersView struct {
	Servers []ServerView `json:"servers"`
	// How many keys the person's settings store in plain text.
	PlainKeys int `json:"plainKeys"`
}

// SettingView is a variable or a header.
type SettingView struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Its value is kept back.
	Hidden bool `json:"hidden"`
	// The secret that it names, if that is all it says.
	Secret string `json:"secret"`
}

// ServerProfileView is what a server may touch.
type ServerProfileView struct {
	Reads   string `json:"reads"`
	Writes  string `json:"writes"`
	Reaches string `json:"reaches"`
	// What it will lack, with what to do.
	Notes []string `json:"notes"`
	// Words of a network, as on the page of walls; empty for a remote one.
	Network []string `json:"network"`
	// The person has set it; else it is what the command needs by itself.
	Own bool `json:"own"`
	// Beyond what programs of the space can read.
	Read []string `json:"read"`
	// Beyond the space.
	Write []string `json:"write"`
}

// RefusedView is what the walls have kept from a server.
type RefusedView struct {
	Kind RefusedKind `json:"kind"`
	// host:port, or a path.
	Target string `json:"target"`
	Last   string `json:"last"`
	// What happened and what to do.
	Text string `json:"text"`
}

// ServerItemView is a resource or a prompt.
type ServerItemView struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// ServerToolView is a tool of a server.
type ServerToolView struct {
	// As the server calls it.
	Name        string          `json:"name"`
	Qualified   string          `json:"qualified"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	State       ServerToolState `json:"state"`
	Reason      string          `json:"reason"`
	// The person is asked at each call, whatever else says.
	Ask bool `json:"ask"`
	// What the server says of it, in words: "only reads".
	Hints  []string `json:"hints"`
	Tokens int      `json:"tokens"`
	// What it is not as the person accepted it; "" = it is. A new one works, and asks each time until it is approved.
	Change ServerToolChange `json:"change"`
	// What changed, as a unified difference.
	Difference string `json:"difference"`
	// Names just this change.
	Digest string `json:"digest"`
}

// ServerTestView is a handshake, step by step.
type ServerTestView struct {
	Ok bool `json:"ok"`
	// The last one is the one that failed, if one did.
	Steps []TestStepView `json:"steps"`
	// What it has: tools, prompts and resources.
	Tools     int `json:"tools"`
	Prompts   int `json:"prompts"`
	Resources int `json:"resources"`
	// What of it was left out, each with the reason.
	Broken []string `json:"broken"`
	// What it printed meanwhile.
	Said   []string `json:"said"`
	TookMs float64  `json:"tookMs"`
}

// TestStepView is one step of it.
type TestStepView struct {
	Name string `json:"name"`
	Ok   bool   `json:"ok"`
	// What came of it; of a failure what to do as well.
	Text   string  `json:"text"`
	TookMs float64 `json:"tookMs"`
}

// ServerView is a server as the list shows it.
type ServerView struct {
	// Its name in this space, and the namespace of its tools.
	Name string `json:"name"`
	// What it calls itself; "" = not known.
	Title string       `json:"title"`
	From  ServerOrigin `json:"from"`
	// Where it is declared.
	File string     `json:"file"`
	Kind ServerKind `json:"kind"`
	// Its command line or address, without secrets.
	Target string      `json:"target"`
	State  ServerState `json:"state"`
	// Why it is not ready: what happened and what to do; "" = nothing is wrong.
	Reason string `json:"reason"`
	// When it is started again, if it waits.
	Next string `json:"next"`
	// How often it has failed in a row.
	Tries   int  `json:"tries"`
	Enabled bool `json:"enabled"`
	// Only skills bring its tools up.
	Internal bool `json:"internal"`
	// Its tools were listed at some time; else the counts are 0.
	Known bool `json:"known"`
	Tools int  `json:"tools"`
	// Tools that changed and wait for the person.
	Held int `json:"held"`
	// What its definitions take of a model's window.
	Tokens int `json:"tokens"`
}

// ServerDetailView is all of one server.
type ServerDetailView struct {
	Server ServerView `json:"server"`
	// As it is started; empty = a remote one.
	Argv      []string      `json:"argv"`
	URL       string        `json:"url"`
	Transport Transport     `json:"transport"`
	Folder    string        `json:"folder"`
	Env       []SettingView `json:"env"`
	Headers   []SettingView `json:"headers"`
	// Of one call.
	TimeoutSeconds float64           `json:"timeoutSeconds"`
	Profile        ServerProfileView `json:"profile"`
	// What its walls have refused since it was started.
	Refused []RefusedView `json:"refused"`
	// The last lines of its stderr, oldest first.
	Log      []string `json:"log"`
	Version  string   `json:"version"`
	Protocol string   `json:"protocol"`
	// 0 = it does not run.
	PID    int     `json:"pid"`
	TookMs float64 `json:"tookMs"`
	// What it tells models.
	Help      string           `json:"help"`
	Tools     []ServerToolView `json:"tools"`
	Resources []ServerItemView `json:"resources"`
	Prompts   []ServerItemView `json:"prompts"`
	// What was left out when it was listed last, each with the reason.
	Broken []string `json:"broken"`
	// The person is signed in to it.
	SignedIn bool `json:"signedIn"`
	// What of its program an agent could have changed: it does not start before that is approved.
	Program ServerProgramView `json:"program"`
}

// ServerProgramView is what has changed of a server's program.
type ServerProgramView struct {
	// Absolute, sorted; empty = nothing.
	Files []string `json:"files"`
	// Names exactly this.
	Digest string `json:"digest"`
}

func noteText(n tools.Note) string { return sentence(withAction(n.Text, n.Action)) }

func profileView(p servers.Profile) ServerProfileView {
	return ServerProfileView{
		Reads: p.Reads, Writes: p.Writes, Reaches: p.Reaches, Notes: each(p.Notes, noteText), Network: append([]string{}, p.Network...), Own: p.Own,
		Read: append([]string{}, p.Read...), Write: append([]string{}, p.Write...),
	}
}

func refusedView(r servers.Refusal) RefusedView {
	return RefusedView{Kind: RefusedKind(r.Kind), Target: r.Target, Last: timeText(r.When), Text: sentence(withAction(r.Text, r.Action))}
}

func resourceView(r servers.Resource) ServerItemView {
	return ServerItemView{Name: r.URI, Description: cmp.Or(r.Description, r.Title, r.Name)}
}

func promptView(p servers.Prompt) ServerItemView {
	return ServerItemView{Name: p.Name, Description: cmp.Or(p.Description, p.Title)}
}

func serverTestView(t servers.Test) ServerTestView {
	return ServerTestView{
		Ok: t.OK, Tools: len(t.Tools), Prompts: t.Prompts, Resources: t.Data, Broken: append([]string{}, t.Broken...), Said: append([]string{}, t.Said...),
		TookMs: float64(t.Took) / 1e6, Steps: each(t.Steps, func(s servers.Step) TestStepView {
			return TestStepView{Name: s.Name, Ok: s.OK, Text: sentence(withAction(s.Text, s.Action)), TookMs: float64(s.Took) / 1e6}
		}),
	}
}

func serverView(v servers.View) ServerView {
	out := ServerView{
		Name: v.Name, Title: v.Status.Title, From: ServerFromSettings, File: "settings.json", Kind: ServerProgram, Target: strings.Join(append([]string{v.Command}, v.Args...), " "),
		State: serverState(v), Reason: named(v.Name, withAction(v.Reason, v.Action)), Next: timeText(v.Status.Next), Tries: v.Status.Tries, Enabled: !v.Disabled, Internal: v.Internal,
		Known: v.Known, Tools: v.Tools, Held: v.Held, Tokens: v.Tokens,
	}
	if v.From == servers.FromSpace {
		out.From, out.File = ServerFromSpace, v.File
	}
	if v.Line > 0 {
		out.File = fmt.Sprintf("%s:%d", out.File, v.Line)
	}
	if v.Command == "" {
		out.Kind, out.Target = ServerRemote, v.URL
	}
	return out
}

// serverState is how things stand with a server, also with one that is not used.
func serverState(v servers.View) ServerState {
	switch {
	case v.Shadowed:
		return ServerShadowed
	case v.Barred:
		return ServerHeldBack
	case v.Problem != "":
		return ServerBroken
	case v.Disabled:
		return ServerOff
	}
	return ServerState(v.State)
}

func serverToolView(server string, t operator.ServerTool, changed map[string]servers.Change) ServerToolView {
	name := t.Info.Name
	if own, ok := strings.CutPrefix(t.Qualified, server+"__"); ok {
		name = own
	}
	out := ServerToolView{
		Name: name, Qualified: t.Qualified, Title: t.Info.Title, Description: t.Info.Description, State: ServerToolRejected, Reason: sentence(withAction(t.Reason, t.Action)), Ask: t.Ask,
		Hints: hints(t.Info), Tokens: t.Tokens,
	}
	if out.Title == "" {
		out.Title = name
	}
	switch t.State {
	case tools.Ready:
		out.State = ServerToolReady
	case tools.Disabled:
		out.State = ServerToolOff
	case tools.Held:
		out.State = ServerToolHeldBack
	case tools.Missing, tools.Barred:
		out.State = ServerToolUnavailable
	default: // it is listed, and says why
	}
	if c, ok := changed[name]; ok {
		out.Change, out.Difference, out.Digest = ServerToolChange(c.Status), c.Diff, c.Digest
		if c.Status == servers.StatusRemoved {
			out.Change = ServerToolGone
		}
		if out.State == ServerToolHeldBack {
			out.Reason = c.Reason
		}
	}
	return out
}

func settingView(v servers.Var) SettingView {
	out := SettingView{Name: v.Name, Value: v.Value, Hidden: v.Secret}
	if v.Secret {
		out.Secret, out.Value = secretName(v.Value), ""
	}
	return out
}

// secretName is NAME of ${secret:NAME}; "" of anything else.
func secretName(value string) string {
	_, rest, ok := strings.Cut(value, "${secret:")
	name, _, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return ""
	}
	return name
}
