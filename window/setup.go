package window

import (
	"cmp"
	"regexp"
	"strconv"

	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
)

// Setup is servers as they are added, changed and imported, as the page asks for it.
type Setup struct{ *app }

// DraftServer says what would be added. It saves nothing and starts nothing.
func (a *Setup) DraftServer(space string, form ServerForm) (ServerDraftView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerDraftView{}, err
	}
	draft, err := s.Setup().Draft(a.ctx, serverForm(form))
	return viewOf(draft, err, serverDraftView)
}

// AddServer saves a server and tries it in the background. It refuses one that cannot
// be.
func (a *Setup) AddServer(space string, form ServerForm) (AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return AddedServerView{}, err
	}
	added, err := s.Setup().Add(a.ctx, serverForm(form))
	s.Servers().Meet()
	return viewOf(added, err, addedServerView)
}

// SavedServer is a form filled with a server of the person's settings. It refuses one
// of the space's own, and says where that stands.
func (a *Setup) SavedServer(space, name string) (ServerForm, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerForm{}, err
	}
	saved, err := s.Setup().Saved(name)
	return viewOf(saved, err, func(f setup.Saved) ServerForm { return savedServerForm(name, f) })
}

// DraftChange says what would become of a saved server. It saves nothing; same says
// that nothing would change.
func (a *Setup) DraftChange(space string, form ServerForm) (ServerDraftView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerDraftView{}, err
	}
	draft, err := s.Setup().DraftChange(a.ctx, serverForm(form))
	return viewOf(draft, err, serverDraftView)
}

// ChangeServer saves a server that was changed, and starts it anew where it ran. What
// the form does not show stays.
func (a *Setup) ChangeServer(space string, form ServerForm) (AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return AddedServerView{}, err
	}
	changed, err := s.Setup().Change(a.ctx, serverForm(form))
	s.Servers().Meet()
	return viewOf(changed, err, addedServerView)
}

// ReadServers reads servers from a text. The text may have any usual shape.
func (a *Setup) ReadServers(space, text string) (ReadServersView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ReadServersView{}, err
	}
	read, err := s.Setup().ReadText(a.ctx, text)
	return viewOf(read, err, readServersView)
}

// AddReadServers saves the chosen ones of a text.
func (a *Setup) AddReadServers(space, text string, choices []ServerChoiceForm) ([]AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	added, err := s.Setup().ImportText(a.ctx, text, each(choices, importChoice))
	s.Servers().Meet()
	return each(added, addedServerView), err
}

// FoundServers lists the files in which other programs keep servers.
func (a *Setup) FoundServers(space string) ([]FoundServersView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	found, err := s.Setup().Find(a.ctx)
	return each(found, foundServersView), err
}

// ImportServers saves the chosen ones of other programs. Their files are not touched.
func (a *Setup) ImportServers(space string, choices []ServerChoiceForm) ([]AddedServerView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	added, err := s.Setup().Import(a.ctx, each(choices, importChoice))
	s.Servers().Meet()
	return each(added, addedServerView), err
}

// ServerForm is a server as the person fills it in.
type ServerForm struct {
	Name string `json:"name"`
	// "" = a remote one.
	Command string   `json:"command"`
	Args    []string `json:"args"`
	// "" = the space's folder.
	Folder string        `json:"folder"`
	Env    []SettingForm `json:"env"`
	URL    string        `json:"url"`
	// "" = streamable HTTP, then SSE.
	Transport Transport     `json:"transport"`
	Headers   []SettingForm `json:"headers"`
	Internal  bool          `json:"internal"`
	// Empty = what the command needs by itself.
	Network []string `json:"network"`
	Read    []string `json:"read"`
	Write   []string `json:"write"`
	// Of one call; 0 = as usual.
	Timeout float64 `json:"timeoutSeconds"`
	// Of a saved server: names what it was filled from, exactly. It is refused if that is another by then.
	Was string `json:"was"`
	// Of a new server: what it is let have of its draft's needs, by their IDs.
	Take []string `json:"take"`
}

// SettingForm is a variable or a header of it.
type SettingForm struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Secret bool   `json:"secret"`
	// The saved variable or header whose value it has as long as its own is ""; else the value goes where that one's secret is. "" = none.
	Keeps string `json:"keeps"`
	// The secret that this is; "" = it has no name yet.
	Kept string `json:"kept"`
	// What stands around that secret: "Bearer …"; "" = nothing.
	Around string `json:"around"`
}

// ServerDraftView is what would be added.
type ServerDraftView struct {
	// Names it, and exactly it: it is refused if it is another by then. "" = of a form.
	ID     string `json:"id"`
	Digest string `json:"digest"`
	// The name that it would get.
	Name string `json:"name"`
	// The name that it could not get, because another has it; "" = it gets its own.
	Taken string `json:"taken"`
	// The server that is there already and is the same; "" = none.
	Same    string        `json:"same"`
	Kind    ServerKind    `json:"kind"`
	Argv    []string      `json:"argv"`
	URL     string        `json:"url"`
	Folder  string        `json:"folder"`
	Env     []SettingView `json:"env"`
	Headers []SettingView `json:"headers"`
	// It is turned off there, and would be here.
	Disabled bool `json:"disabled"`
	// Values that only the person knows.
	Asks []ServerAskView `json:"asks"`
	// What it lacks to work, as far as it is well known; the person chooses.
	Needs []ServerNeedView `json:"needs"`
	// What it could read, write and reach, a sentence each.
	Profile []string `json:"profile"`
	// Where its program is; "" = a remote one, or not found.
	Found    string   `json:"found"`
	Warnings []string `json:"warnings"`
	// Why it cannot be added; "" = it can.
	Refused string `json:"refused"`
}

// ServerNeedView is something that a well-known server lacks, and that it may be let have.
type ServerNeedView struct {
	ID string `json:"id"`
	// "reach api.github.com (GitHub's API)".
	Words string `json:"words"`
}

// ServerAskView is a value that only the person knows.
type ServerAskView struct {
	Secret string `json:"secret"`
	Prompt string `json:"prompt"`
	Value  string `json:"value"`
}

// ReadServersView is what was understood of a text.
type ReadServersView struct {
	Drafts []ServerDraftView `json:"drafts"`
	// Why it cannot be read; "" = it could.
	Problem string `json:"problem"`
	// From 1; 0 = the whole.
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Notes  []string `json:"notes"`
}

// ServerChoiceForm is a server that the person wants.
type ServerChoiceForm struct {
	ID     string `json:"id"`
	Digest string `json:"digest"`
	// "" = as was proposed.
	Name     string             `json:"name"`
	Internal bool               `json:"internal"`
	Answers  []ServerAnswerForm `json:"answers"`
	// Of the draft's needs, by their IDs: what it is let have.
	Take []string `json:"take"`
}

// ServerAnswerForm is a value for a ServerAskView.
type ServerAnswerForm struct {
	Secret string `json:"secret"`
	Value  string `json:"value"`
}

// AddedServerView is what became of one server.
type AddedServerView struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Outcome AddOutcome `json:"outcome"`
	Why     string     `json:"why"`
	// Secrets that were put into the keyring, by name.
	Secrets []string `json:"secrets"`
	// Secrets that it names and that have no value yet.
	Missing []string `json:"missing"`
}

// FoundServersView is a file in which another program keeps servers.
type FoundServersView struct {
	Program string `json:"program"`
	Title   string `json:"title"`
	File    string `json:"file"`
	// The folder whose servers these are; "" = everywhere.
	Project string `json:"project"`
	// Why it cannot be read.
	Problem string            `json:"problem"`
	Notes   []string          `json:"notes"`
	Drafts  []ServerDraftView `json:"drafts"`
}

func foundServersView(f setup.File) FoundServersView {
	return FoundServersView{
		Program: f.Program, Title: f.Title, File: f.File, Project: f.Project, Problem: f.Problem, Notes: each(f.Notes, sentence), Drafts: each(f.Servers, serverDraftView),
	}
}

func importChoice(c ServerChoiceForm) setup.Choice {
	out := setup.Choice{ID: c.ID, Digest: c.Digest, Name: c.Name, InternalOnly: c.Internal, Answers: map[string]string{}, Take: c.Take}
	for _, a := range c.Answers {
		if a.Value != "" {
			out.Answers[a.Secret] = a.Value
		}
	}
	return out
}

func addedServerView(d setup.Result) AddedServerView {
	return AddedServerView{
		ID: d.ID, Name: d.Name, Outcome: AddOutcome(d.Outcome), Why: sentence(d.Why), Secrets: append([]string{}, d.Secrets...), Missing: append([]string{}, d.Missing...),
	}
}

// serverForm is a form as the operator takes it.
func serverForm(f ServerForm) setup.Form {
	out := setup.Form{
		Name: f.Name, Transport: string(f.Transport), SecretEnv: map[string]string{}, SecretHeaders: map[string]string{}, Was: f.Was, Take: f.Take,
		KeptEnv: map[string]string{}, KeptHeaders: map[string]string{},
		Settings: settings.Server{
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
func savedServerForm(name string, f setup.Saved) ServerForm {
	set := f.Settings
	return ServerForm{
		Name: name, Command: set.Command, Args: append([]string{}, set.Args...), Folder: set.Dir, URL: set.URL, Transport: Transport(set.Transport), Internal: set.IsInternal(),
		Env: each(f.Env, settingForm), Headers: each(f.Headers, settingForm), Network: []string{}, Read: []string{}, Write: []string{}, Timeout: set.Timeout, Was: f.Digest, Take: []string{},
	}
}

func settingForm(v servers.Var) SettingForm {
	if v.Secret {
		out := SettingForm{Name: v.Name, Secret: true, Keeps: v.Name, Kept: secretName(v.Value)}
		if before, after := setup.AroundSecret(v.Value); before+after != "" {
			out.Around = before + "…" + after
		}
		return out
	}
	return SettingForm{Name: v.Name, Value: v.Value}
}

func serverDraftView(s setup.Preview) ServerDraftView {
	v := ServerDraftView{
		ID: s.ID, Digest: s.Digest, Name: s.Name, Taken: s.Taken, Same: s.Same, Kind: ServerRemote, Argv: []string{}, URL: s.URL, Folder: s.Dir, Env: each(s.Env, importValueView),
		Headers: each(s.Headers, importValueView), Disabled: s.Disabled, Profile: append([]string{}, s.Profile...), Found: s.Found, Warnings: each(s.Warnings, sentence), Refused: sentence(s.Refused),
		Needs: each(s.Needs, func(n setup.Need) ServerNeedView { return ServerNeedView{ID: n.ID, Words: n.Text} }),
		Asks: each(s.Asks, func(a setup.Ask) ServerAskView {
			return ServerAskView{Secret: a.Secret, Prompt: a.Prompt, Value: a.Value}
		}),
	}
	if s.Command != "" {
		v.Kind, v.Argv = "program", append([]string{s.Command}, s.Args...)
	}
	return v
}

func importValueView(v setup.Value) SettingView {
	out := SettingView{Name: v.Name, Value: v.Value, Secret: cmp.Or(v.Secret, secretName(v.Value))}
	if out.Secret != "" {
		out.Hidden, out.Value = true, ""
	}
	return out
}

func readServersView(f setup.File) ReadServersView {
	v := ReadServersView{Drafts: each(f.Servers, serverDraftView), Problem: sentence(f.Problem), Notes: each(f.Notes, sentence)}
	place := regexp.MustCompile(`^the text:(\d+):(\d+): `)
	if at := place.FindStringSubmatch(f.Problem); at != nil {
		v.Line, _ = strconv.Atoi(at[1]) // they are digits
		v.Column, _ = strconv.Atoi(at[2])
		v.Problem = sentence(f.Problem[len(at[0]):])
	}
	return v
}
