//go:build desktop || dev || bindings

package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"handrail/operator"
)

// What fills the pages of MCP servers, and only the window needs.

func serversView(list []operator.ServerView) ServersView {
	return ServersView{Servers: each(list, serverView)}
}

// lookAtServer gathers all of one server. What it has beside its tools is asked of
// one that is ready only: nothing is started.
func lookAtServer(ctx context.Context, o *operator.Operator, s *operator.Space, name string) (ServerDetailView, error) {
	list := s.Servers()
	at := slices.IndexFunc(list, func(v operator.ServerView) bool { return v.Name == name && !v.Shadowed })
	if at < 0 {
		return ServerDetailView{}, fmt.Errorf("there is no server %q in this space; it may have been renamed or removed", name)
	}
	known, err := s.ServerTools(name)
	if err != nil {
		return ServerDetailView{}, err
	}
	changes, err := s.ServerChanges(ctx, name)
	if err != nil {
		return ServerDetailView{}, err
	}
	v := serverDetailView(list[at], known, changes)
	if v.Server.Kind == "remote" {
		// Why that cannot be told is told by its state.
		in, err := o.SignedIn(ctx, s.Dir(), name)
		v.SignedIn = err == nil && in.In
	}
	if v.Server.State != "ready" {
		return v, nil
	}
	data, templates, err := s.ServerResources(ctx, name)
	if err != nil {
		return ServerDetailView{}, err
	}
	prompts, err := s.ServerPrompts(ctx, name)
	v.Resources, v.Prompts = each(append(data, templates...), resourceView), each(prompts, promptView)
	return v, err
}

func serverDetailView(v operator.ServerView, known []operator.ServerTool, changes []operator.ServerChange) ServerDetailView {
	st := v.Status
	out := ServerDetailView{
		Server: serverView(v), Argv: []string{}, URL: v.URL, Transport: string(v.Transport), Folder: v.Dir, Env: each(v.Env, settingView), Headers: each(v.Headers, settingView),
		Profile: profileView(v.Profile), Refused: each(v.Refused, refusedView), Log: append([]string{}, st.Said...), Version: st.Version, Protocol: st.Protocol,
		PID: st.PID, TookMs: millis(st.Took), Help: st.Help, Tools: []ServerToolView{}, Resources: []ServerItemView{}, Prompts: []ServerItemView{},
		Broken: append([]string{}, v.Broken...),
	}
	if v.Command != "" {
		out.Argv = append([]string{v.Command}, v.Args...)
	}
	changed := map[string]operator.ServerChange{}
	for _, c := range changes {
		changed[c.Tool] = c
	}
	for _, t := range known {
		out.Tools = append(out.Tools, serverToolView(v.Name, t, changed))
		out.TimeoutSeconds = max(out.TimeoutSeconds, t.Info.Timeout.Seconds())
	}
	return out
}

func profileView(p operator.ServerProfile) ServerProfileView {
	return ServerProfileView{
		Reads: p.Reads, Writes: p.Writes, Reaches: p.Reaches, Notes: each(p.Notes, sentence), Network: append([]string{}, p.Network...), Own: p.Own,
		Read: append([]string{}, p.Read...), Write: append([]string{}, p.Write...),
	}
}

func refusedView(r operator.ServerRefusal) RefusedView {
	return RefusedView{Kind: r.Kind, Target: r.Target, Last: timeText(r.When), Text: sentence(r.Text)}
}

// allowed is what is to be opened, of what was refused.
func allowed(kind, target string) (hosts, read, write []string) {
	switch kind {
	case "reach":
		return []string{target}, nil, nil
	case "read":
		return nil, []string{target}, nil
	}
	return nil, nil, []string{target}
}

func resourceView(r operator.ServerResource) ServerItemView {
	return ServerItemView{Name: r.URI, Description: cmp.Or(r.Description, r.Title, r.Name)}
}

func promptView(p operator.ServerPrompt) ServerItemView {
	return ServerItemView{Name: p.Name, Description: cmp.Or(p.Description, p.Title)}
}

func serverTestView(t operator.ServerTest) ServerTestView {
	return ServerTestView{
		Ok: t.OK, Tools: len(t.Tools), Prompts: t.Prompts, Resources: t.Data, Broken: append([]string{}, t.Broken...), Said: append([]string{}, t.Said...),
		TookMs: float64(t.Took) / 1e6, Steps: each(t.Steps, func(s operator.ServerStep) TestStepView {
			return TestStepView{Name: s.Name, Ok: s.OK, Text: sentence(s.Text), TookMs: float64(s.Took) / 1e6}
		}),
	}
}
