package main

import (
	"cmp"
	"regexp"
	"strconv"

	"handrail/operator"
)

// What crosses where servers are added and where other programs use our tools, and
// what fills it; frontend/src/backend/draft-views.ts and client-views.ts say what
// each field means.

// ServerForm is a server as the person fills it in.
type ServerForm struct {
	Name      string        `json:"name"`
	Command   string        `json:"command"`
	Args      []string      `json:"args"`
	Folder    string        `json:"folder"`
	Env       []SettingForm `json:"env"`
	URL       string        `json:"url"`
	Transport string        `json:"transport"`
	Headers   []SettingForm `json:"headers"`
	Internal  bool          `json:"internal"`
	Network   []string      `json:"network"`
	Read      []string      `json:"read"`
	Write     []string      `json:"write"`
	Timeout   float64       `json:"timeoutSeconds"`
	Was       string        `json:"was"`
}

// SettingForm is a variable or a header of it.
type SettingForm struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Secret bool   `json:"secret"`
	Keeps  string `json:"keeps"`
	Kept   string `json:"kept"`
	Around string `json:"around"`
}

// ServerDraftView is what would be added.
type ServerDraftView struct {
	ID       string          `json:"id"`
	Digest   string          `json:"digest"`
	Name     string          `json:"name"`
	Taken    string          `json:"taken"`
	Same     string          `json:"same"`
	Kind     string          `json:"kind"`
	Argv     []string        `json:"argv"`
	URL      string          `json:"url"`
	Folder   string          `json:"folder"`
	Env      []SettingView   `json:"env"`
	Headers  []SettingView   `json:"headers"`
	Disabled bool            `json:"disabled"`
	Asks     []ServerAskView `json:"asks"`
	Profile  []string        `json:"profile"`
	Found    string          `json:"found"`
	Warnings []string        `json:"warnings"`
	Refused  string          `json:"refused"`
}

// ServerAskView is a value that only the person knows.
type ServerAskView struct {
	Secret string `json:"secret"`
	Prompt string `json:"prompt"`
	Value  string `json:"value"`
}

// ReadServersView is what was understood of a text.
type ReadServersView struct {
	Drafts  []ServerDraftView `json:"drafts"`
	Problem string            `json:"problem"`
	Line    int               `json:"line"`
	Column  int               `json:"column"`
	Notes   []string          `json:"notes"`
}

// ServerChoiceForm is a server that the person wants.
type ServerChoiceForm struct {
	ID       string             `json:"id"`
	Digest   string             `json:"digest"`
	Name     string             `json:"name"`
	Internal bool               `json:"internal"`
	Answers  []ServerAnswerForm `json:"answers"`
}

// ServerAnswerForm is a value for a ServerAskView.
type ServerAnswerForm struct {
	Secret string `json:"secret"`
	Value  string `json:"value"`
}

// AddedServerView is what became of one server.
type AddedServerView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Outcome string   `json:"outcome"`
	Why     string   `json:"why"`
	Secrets []string `json:"secrets"`
	Missing []string `json:"missing"`
}

// FoundServersView is a file in which another program keeps servers.
type FoundServersView struct {
	Program string            `json:"program"`
	Title   string            `json:"title"`
	File    string            `json:"file"`
	Project string            `json:"project"`
	Problem string            `json:"problem"`
	Notes   []string          `json:"notes"`
	Drafts  []ServerDraftView `json:"drafts"`
}

// ProgramView is another program that could use our tools.
type ProgramView struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	State   string `json:"state"`
	File    string `json:"file"`
	Problem string `json:"problem"`
	Space   string `json:"space"`
	Undo    string `json:"undo"`
}

// ConnectView is a change of its file.
type ConnectView struct {
	Title      string `json:"title"`
	File       string `json:"file"`
	Link       string `json:"link"`
	Made       bool   `json:"made"`
	Difference string `json:"difference"`
	After      string `json:"after"`
	Digest     string `json:"digest"`
	Done       bool   `json:"done"`
	Why        string `json:"why"`
	Backup     string `json:"backup"`
}

// ClientsView is who uses our tools, and who may over HTTP.
type ClientsView struct {
	Tokens    []ClientTokenView     `json:"tokens"`
	Connected []ConnectedClientView `json:"connected"`
}

// ClientTokenView is what lets a program in over HTTP.
type ClientTokenView struct {
	Name    string `json:"name"`
	Created string `json:"created"`
	Used    string `json:"used"`
}

// NewTokenView is a token that was just made.
type NewTokenView struct {
	Name  string `json:"name"`
	Token string `json:"token"`
}

// ConnectedClientView is a program that uses our tools now.
type ConnectedClientView struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Token   string `json:"token"`
	Space   string `json:"space"`
	Over    string `json:"over"`
	Since   string `json:"since"`
	Calls   int    `json:"calls"`
}

// serverForm is a form as the operator takes it.
func serverForm(f ServerForm) operator.ServerForm {
	out := operator.ServerForm{
		Name: f.Name, Transport: f.Transport, SecretEnv: map[string]string{}, SecretHeaders: map[string]string{}, Was: f.Was,
		KeptEnv: map[string]string{}, KeptHeaders: map[string]string{},
		Settings: operator.ServerSettings{
			Command: f.Command, Args: f.Args, Dir: f.Folder, URL: f.URL, Internal: &f.Internal, Read: f.Read, Write: f.Write, Timeout: f.Timeout,
			Env: map[string]string{}, Headers: map[string]string{},
		},
	}
	if len(f.Network) > 0 {
		out.Settings.Network = f.Network
	}
	sort := func(list []SettingForm, plain, secret, kept map[string]string) {
		for _, s := range list {
			switch {
			case s.Name == "":
			case s.Secret && s.Keeps != "":
				if kept[s.Name] = s.Keeps; s.Value != "" {
					secret[s.Name] = s.Value
				}
			case s.Secret:
				secret[s.Name] = s.Value
			default:
				plain[s.Name] = s.Value
			}
		}
	}
	sort(f.Env, out.Settings.Env, out.SecretEnv, out.KeptEnv)
	sort(f.Headers, out.Settings.Headers, out.SecretHeaders, out.KeptHeaders)
	return out
}

// savedServerForm is a form that is filled with a saved server. No value of a secret
// is in it.
func savedServerForm(name string, f operator.SavedForm) ServerForm {
	set := f.Settings
	return ServerForm{
		Name: name, Command: set.Command, Args: append([]string{}, set.Args...), Folder: set.Dir, URL: set.URL, Transport: string(set.Transport), Internal: set.IsInternal(),
		Env: each(f.Env, settingForm), Headers: each(f.Headers, settingForm), Network: []string{}, Read: []string{}, Write: []string{}, Timeout: set.Timeout, Was: f.Digest,
	}
}

func settingForm(v operator.ServerVar) SettingForm {
	if v.Secret {
		out := SettingForm{Name: v.Name, Secret: true, Keeps: v.Name, Kept: secretName(v.Value)}
		if before, after := operator.AroundSecret(v.Value); before+after != "" {
			out.Around = before + "…" + after
		}
		return out
	}
	return SettingForm{Name: v.Name, Value: v.Value}
}

func serverDraftView(s operator.ImportServer) ServerDraftView {
	v := ServerDraftView{
		ID: s.ID, Digest: s.Digest, Name: s.Name, Taken: s.Taken, Same: s.Same, Kind: "remote", Argv: []string{}, URL: s.URL, Folder: s.Dir, Env: each(s.Env, importValueView),
		Headers: each(s.Headers, importValueView), Disabled: s.Disabled, Profile: append([]string{}, s.Profile...), Found: s.Found, Warnings: each(s.Warnings, sentence), Refused: sentence(s.Refused),
		Asks: each(s.Asks, func(a operator.ImportAsk) ServerAskView {
			return ServerAskView{Secret: a.Secret, Prompt: a.Prompt, Value: a.Value}
		}),
	}
	if s.Command != "" {
		v.Kind, v.Argv = "program", append([]string{s.Command}, s.Args...)
	}
	return v
}

func importValueView(v operator.ImportValue) SettingView {
	out := SettingView{Name: v.Name, Value: v.Value, Secret: cmp.Or(v.Secret, secretName(v.Value))}
	if out.Secret != "" {
		out.Hidden, out.Value = true, ""
	}
	return out
}

func readServersView(f operator.ImportFile) ReadServersView {
	v := ReadServersView{Drafts: each(f.Servers, serverDraftView), Problem: sentence(f.Problem), Notes: each(f.Notes, sentence)}
	place := regexp.MustCompile(`^the text:(\d+):(\d+): `)
	if at := place.FindStringSubmatch(f.Problem); at != nil {
		v.Line, _ = strconv.Atoi(at[1]) // they are digits
		v.Column, _ = strconv.Atoi(at[2])
		v.Problem = sentence(f.Problem[len(at[0]):])
	}
	return v
}

func programView(c operator.Connection) ProgramView {
	v := ProgramView{ID: c.Program, Title: c.Title, File: c.File, Problem: c.Problem, Space: c.Space, Undo: c.Undo}
	switch {
	case c.Problem != "":
		v.State = "broken"
	case c.Other:
		v.State = "foreign"
	case c.Connected && c.Gone:
		v.State = "gone"
	case c.Connected:
		v.State = "connected"
	case c.Here:
		v.State = "not-connected"
	default:
		v.State = "not-found"
	}
	return v
}
