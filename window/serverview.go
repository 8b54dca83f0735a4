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
	Servers   []ServerView `json:"servers"`
	PlainKeys int          `json:"plainKeys"`
}

// SettingView is a variable or a header.
type SettingView struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Hidden bool   `json:"hidden"`
	Secret string `json:"secret"`
}

// ServerProfileView is what a server may touch.
type ServerProfileView struct {
	Reads   string   `json:"reads"`
	Writes  string   `json:"writes"`
	Reaches string   `json:"reaches"`
	Notes   []string `json:"notes"`
	Network []string `json:"network"`
	Own     bool     `json:"own"`
	Read    []string `json:"read"`
	Write   []string `json:"write"`
}

// RefusedView is what the walls have kept from a server.
type RefusedView struct {
	Kind   string `json:"kind"`
	Target string `json:"target"`
	Last   string `json:"last"`
	Text   string `json:"text"`
}

// ServerItemView is a resource or a prompt.
type ServerItemView struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// ServerToolView is a tool of a server.
type ServerToolView struct {
	Name        string   `json:"name"`
	Qualified   string   `json:"qualified"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	State       string   `json:"state"`
	Reason      string   `json:"reason"`
	Ask         bool     `json:"ask"`
	Hints       []string `json:"hints"`
	Tokens      int      `json:"tokens"`
	Change      string   `json:"change"`
	Difference  string   `json:"difference"`
	Digest      string   `json:"digest"`
}

// ServerTestView is a handshake, step by step.
type ServerTestView struct {
	Ok        bool           `json:"ok"`
	Steps     []TestStepView `json:"steps"`
	Tools     int            `json:"tools"`
	Prompts   int            `json:"prompts"`
	Resources int            `json:"resources"`
	Broken    []string       `json:"broken"`
	Said      []string       `json:"said"`
	TookMs    float64        `json:"tookMs"`
}

// TestStepView is one step of it.
type TestStepView struct {
	Name   string  `json:"name"`
	Ok     bool    `json:"ok"`
	Text   string  `json:"text"`
	TookMs float64 `json:"tookMs"`
}

// ServerView is a server as the list shows it.
type ServerView struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	From     string `json:"from"`
	File     string `json:"file"`
	Kind     string `json:"kind"`
	Target   string `json:"target"`
	State    string `json:"state"`
	Reason   string `json:"reason"`
	Next     string `json:"next"`
	Tries    int    `json:"tries"`
	Enabled  bool   `json:"enabled"`
	Internal bool   `json:"internal"`
	Known    bool   `json:"known"`
	Tools    int    `json:"tools"`
	Held     int    `json:"held"`
	Tokens   int    `json:"tokens"`
}

// ServerDetailView is all of one server.
type ServerDetailView struct {
	Server         ServerView        `json:"server"`
	Argv           []string          `json:"argv"`
	URL            string            `json:"url"`
	Transport      string            `json:"transport"`
	Folder         string            `json:"folder"`
	Env            []SettingView     `json:"env"`
	Headers        []SettingView     `json:"headers"`
	TimeoutSeconds float64           `json:"timeoutSeconds"`
	Profile        ServerProfileView `json:"profile"`
	Refused        []RefusedView     `json:"refused"`
	Log            []string          `json:"log"`
	Version        string            `json:"version"`
	Protocol       string            `json:"protocol"`
	PID            int               `json:"pid"`
	TookMs         float64           `json:"tookMs"`
	Help           string            `json:"help"`
	Tools          []ServerToolView  `json:"tools"`
	Resources      []ServerItemView  `json:"resources"`
	Prompts        []ServerItemView  `json:"prompts"`
	Broken         []string          `json:"broken"`
	SignedIn       bool              `json:"signedIn"`
}

func profileView(p servers.Profile) ServerProfileView {
	return ServerProfileView{
		Reads: p.Reads, Writes: p.Writes, Reaches: p.Reaches, Notes: each(p.Notes, sentence), Network: append([]string{}, p.Network...), Own: p.Own,
		Read: append([]string{}, p.Read...), Write: append([]string{}, p.Write...),
	}
}

func refusedView(r servers.Refusal) RefusedView {
	return RefusedView{Kind: r.Kind, Target: r.Target, Last: timeText(r.When), Text: sentence(r.Text)}
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
			return TestStepView{Name: s.Name, Ok: s.OK, Text: sentence(s.Text), TookMs: float64(s.Took) / 1e6}
		}),
	}
}

func serverView(v servers.View) ServerView {
	out := ServerView{
		Name: v.Name, Title: v.Status.Title, From: "settings", File: "settings.json", Kind: "program", Target: strings.Join(append([]string{v.Command}, v.Args...), " "),
		State: serverState(v), Reason: sentence(v.Reason), Next: timeText(v.Status.Next), Tries: v.Status.Tries, Enabled: !v.Disabled, Internal: v.Internal,
		Known: v.Known, Tools: v.Tools, Held: v.Held, Tokens: v.Tokens,
	}
	if v.From == servers.FromSpace {
		out.From, out.File = "space", v.File
	}
	if v.Line > 0 {
		out.File = fmt.Sprintf("%s:%d", out.File, v.Line)
	}
	if v.Command == "" {
		out.Kind, out.Target = "remote", v.URL
	}
	return out
}

// serverState is how things stand with a server, also with one that is not used.
func serverState(v servers.View) string {
	switch {
	case v.Shadowed:
		return "shadowed"
	case v.Barred:
		return "held-back"
	case v.Problem != "":
		return "broken"
	case v.Disabled:
		return "off"
	}
	return string(v.State)
}

func serverToolView(server string, t operator.ServerTool, changed map[string]servers.Change) ServerToolView {
	name := t.Info.Name
	if own, ok := strings.CutPrefix(t.Qualified, server+"__"); ok {
		name = own
	}
	out := ServerToolView{
		Name: name, Qualified: t.Qualified, Title: t.Info.Title, Description: t.Info.Description, State: "rejected", Reason: sentence(t.Reason), Ask: t.Ask,
		Hints: hints(t.Info), Tokens: t.Tokens,
	}
	if out.Title == "" {
		out.Title = name
	}
	switch t.State {
	case tools.Ready:
		out.State = "ready"
	case tools.Disabled:
		out.State = "off"
	case tools.Held:
		out.State = "held-back"
	case tools.Missing, tools.Barred:
		out.State = "unavailable"
	default: // it is listed, and says why
	}
	if c, ok := changed[name]; ok {
		out.Change, out.Difference, out.Digest = c.Status, c.Diff, c.Digest
		if c.Status == servers.StatusRemoved {
			out.Change = "gone"
		}
		if out.State == "held-back" {
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
