package window

import (
	"cmp"
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"handrail/operator"
	"handrail/operator/caps"
	"handrail/operator/doctor"
	"handrail/operator/models"
	"handrail/operator/secrecy"
	"handrail/operator/settings"
)

// Settings is what the person has set, and what works on this machine, as the page asks for them.
type Settings struct{ *app }

// About says what this app is.
func (a *Settings) About() (AboutView, error) {
	if a.broken() != nil {
		return AboutView{}, a.broken()
	}
	d := a.o.Config().Dirs
	return AboutView{Version: a.version, Commit: commit(), OS: runtime.GOOS + "/" + runtime.GOARCH, ConfigDir: d.Config, DataDir: d.Data}, nil
}

// Doctor says what works here and what does not. It may take seconds: it tries models
// and servers.
func (a *Settings) Doctor() ([]DoctorView, error) {
	return each(doctor.New(a.o).Examine(a.ctx, nil), doctorView), a.broken()
}

// Settings are what the person has set.
func (a *Settings) Settings() (SettingsView, error) {
	if a.o == nil {
		return SettingsView{}, a.broken()
	}
	return a.view(nil)
}

// OpenSettings opens settings.json by the person's own program for such files. Where there is none yet, it is made.
func (a *Settings) OpenSettings() error {
	if a.o == nil {
		return a.broken()
	}
	if err := a.o.Settings().Make(); err != nil {
		return err
	}
	return a.desk.OpenFile(a.o.Settings().Path())
}

// SetTheme chooses light, dark or the system's.
func (a *Settings) SetTheme(theme Theme) (SettingsView, error) {
	return a.view(a.o.Settings().SetTheme(string(theme)))
}

// SetLanguage chooses what the window speaks, "" for the system's language. The page is loaded again to speak it.
func (a *Settings) SetLanguage(language string) (SettingsView, error) {
	return a.view(a.o.Settings().SetLanguage(language))
}

// SetZoom chooses how large the window shows its page, from 80 to 200 percent.
func (a *Settings) SetZoom(percent int) (SettingsView, error) {
	err := a.o.Settings().SetZoom(settings.Zoom(percent))
	if err == nil {
		a.zooms.Store(a.desk.Zoom(percent))
	}
	return a.view(err)
}

// SetDialogs chooses when a call that asks comes as a native dialog, and not in the window. It
// counts at once, also for what waits.
func (a *Settings) SetDialogs(when settings.Dialogs) (SettingsView, error) {
	return a.view(a.o.Settings().SetDialogs(when))
}

// SetHideFrom has chats say where text comes from, or not.
func (a *Settings) SetHideFrom(hide bool) (SettingsView, error) {
	_, err := a.o.Settings().Update(func(s *settings.Settings) error { s.HideFrom = hide; return nil })
	return a.view(err)
}

// SetQuietEnds has no notification say that a run has ended while the window is not in front, or has one.
func (a *Settings) SetQuietEnds(quiet bool) (SettingsView, error) {
	_, err := a.o.Settings().Update(func(s *settings.Settings) error { s.QuietEnds = quiet; return nil })
	return a.view(err)
}

// SetPlainTitles has chats be called by the first words of the person, or has their own models name them.
func (a *Settings) SetPlainTitles(plain bool) (SettingsView, error) {
	_, err := a.o.Settings().Update(func(s *settings.Settings) error { s.PlainTitles = plain; return nil })
	return a.view(err)
}

// SetDefaultModel chooses the model that new chats talk to.
func (a *Settings) SetDefaultModel(model string) (SettingsView, error) {
	return a.view(a.o.Models().SetDefault(model))
}

// LocalServers looks for model servers on this machine. It looks at the usual ports.
func (a *Settings) LocalServers() ([]LocalServerView, error) {
	ctx, cancel := context.WithTimeout(a.ctx, 3*time.Second)
	defer cancel()
	return each(a.o.Models().Local(ctx), localServerView), nil
}

// AddProvider stores a provider and tries it. It is stored whatever the answer; the
// state says how that went.
func (a *Settings) AddProvider(form ProviderForm) (ProviderView, error) {
	p, err := a.o.Models().Add(a.ctx, form.Name, settings.Provider{Type: string(form.Type), URL: form.URL}, form.Key)
	return viewOf(p, err, providerView)
}

// Presets are the known providers.
func (a *Settings) Presets() []PresetView { return each(models.Presets(), presetView) }

// TryProvider asks a model of a provider for one word. That may cost a fraction of a cent.
func (a *Settings) TryProvider(name string) (TriedView, error) {
	t, err := a.o.Models().Try(a.ctx, name, "")
	return viewOf(t, err, func(t models.Trial) TriedView {
		return TriedView{Model: t.Model, Text: t.Text, Ms: t.Took.Milliseconds()}
	})
}

// RemoveProvider forgets a provider and its key.
func (a *Settings) RemoveProvider(name string) (SettingsView, error) {
	return a.view(a.o.Models().Remove(name))
}

// Caps says how much agents may use before the person is asked, and what was used today: in all spaces, or what is set for one
// of them beside that.
func (a *Settings) Caps(space string) (CapsView, error) {
	if a.o == nil {
		return CapsView{}, a.broken()
	}
	set, _, err := a.o.Settings().Load()
	if err != nil {
		return CapsView{}, err
	}
	used, err := operator.MeterOf(a.o).Today(a.ctx, space)
	return viewOf(caps.Of(set, space), err, func(c settings.Caps) CapsView { return capsView(c, used) })
}

// SetCap sets how much agents may use; 0 is no cap.
func (a *Settings) SetCap(space, name string, most float64) (CapsView, error) {
	_, err := a.o.Settings().Update(func(set *settings.Settings) error { return caps.Change(set, space, name, most) })
	if err != nil {
		return CapsView{}, err
	}
	return a.Caps(space)
}

// CapsView is how much agents may use before the person is asked.
type CapsView struct {
	// All there are, also those that are not set.
	Caps []CapView `json:"caps"`
}

// CapView is one cap.
type CapView struct {
	// run.calls, day.cost.
	Name string `json:"name"`
	// 0 = none is set.
	Most float64 `json:"most"`
	// Today, of the cap of a day; 0 of one of a run.
	Used float64 `json:"used"`
}

func capsView(c, used settings.Caps) CapsView {
	return CapsView{Caps: each(caps.Names(), func(name string) CapView {
		return CapView{Name: name, Most: *caps.Field(&c, name), Used: *caps.Field(&used, name)}
	})}
}

// ProviderView is a place where models answer.
type ProviderView struct {
	Name   string               `json:"name"`
	Type   ProviderType         `json:"type"`
	URL    string               `json:"url"`
	HasKey bool                 `json:"hasKey"`
	State  models.ProviderState `json:"state"`
	// Why it is not ready, and what to do.
	Reason string `json:"reason"`
	// The address at which it answers instead; "" = none is known.
	Better string   `json:"better"`
	Models []string `json:"models"`
}

// PresetView is a provider that is known: the person needs only its key, or nothing.
type PresetView struct {
	Name  string       `json:"name"`
	Title string       `json:"title"`
	Type  ProviderType `json:"type"`
	// "" = the type's own.
	URL string `json:"url"`
	// The page where a key is made; "" = it needs none, as it runs on this machine.
	Keys string `json:"keys"`
}

func presetView(p models.Preset) PresetView {
	return PresetView{Name: p.Name, Title: p.Title, Type: ProviderType(p.Type), URL: p.URL, Keys: p.Keys}
}

// TriedView is what came of one small request.
type TriedView struct {
	// "provider/name"
	Model string `json:"model"`
	// The beginning of what it answered; "" = it only thought.
	Text string `json:"text"`
	Ms   int64  `json:"ms"`
}

// ProviderForm is a provider that the person adds. Its key goes no further than
// the keyring.
type ProviderForm struct {
	Name string       `json:"name"`
	Type ProviderType `json:"type"`
	URL  string       `json:"url"`
	// Goes to the keyring, and never comes back to the page. "" = none is needed.
	Key string `json:"key"`
}

// LocalServerView is a model server on this machine.
type LocalServerView struct {
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Models []string `json:"models"`
}

// SettingsView are the settings that the window shows.
type SettingsView struct {
	Theme Theme `json:"theme"`
	// What the window was told to speak: en, de; "" = the system's language.
	Language string `json:"language"`
	// How large the page is shown, in percent.
	Zoom int `json:"zoom"`
	// The window shows it so by itself, and the page has nothing to do.
	Zooms bool `json:"zooms"`
	// When a call that asks comes as a native dialog, and not in the window.
	Dialogs settings.Dialogs `json:"dialogs"`
	// Chats do not say where text comes from.
	HideFrom bool `json:"hideFrom"`
	// No notification says that a run has ended while the window is not in front.
	QuietEnds bool `json:"quietEnds"`
	// Chats are called by the first words of the person; no model is asked for a title.
	PlainTitles bool `json:"plainTitles"`
	// "provider/name"; "guide/guide" until a model is connected.
	DefaultModel string         `json:"defaultModel"`
	Providers    []ProviderView `json:"providers"`
	// Where settings.json lies.
	File string `json:"file"`
	// Not empty: the file is broken (line and column), is left alone, and changes are refused.
	Problem string `json:"problem"`
}

// DoctorView is one finding of the doctor.
type DoctorView struct {
	// Heading, such as "Sandbox", "Programs", "Models".
	Area  string     `json:"area"`
	Name  string     `json:"name"`
	State CheckState `json:"state"`
	Text  string     `json:"text"`
	// What to do; "" if nothing.
	Action string `json:"action"`
}

// AboutView says what this app is.
type AboutView struct {
	Version   string `json:"version"`
	Commit    string `json:"commit"`
	OS        string `json:"os"`
	ConfigDir string `json:"configDir"`
	DataDir   string `json:"dataDir"`
}

func doctorView(f doctor.Finding) DoctorView {
	return DoctorView{Area: f.Area, Name: f.Name, State: CheckState(f.State), Text: f.Text, Action: cmp.Or(f.Advice, actionWords(f.Action))}
}

func providerView(p models.Status) ProviderView {
	return ProviderView{
		Name: p.Name, Type: ProviderType(p.Type), URL: p.URL, HasKey: p.HasKey, State: p.State, Reason: p.Reason, Better: p.Better, Models: append([]string{}, p.Models...),
	}
}

func localServerView(s models.LocalServer) LocalServerView {
	return LocalServerView{Name: s.Name, URL: s.URL, Models: append([]string{}, s.Models...)}
}

// view shows what is set after a change, also after one that failed.
func (a *app) view(err error) (SettingsView, error) {
	set, _, _ := a.o.Settings().Load() // Glance says what is broken
	now := a.o.Models().Glance(a.ctx)
	return SettingsView{
		Theme: cmp.Or(Theme(set.Theme), ThemeSystem), Language: set.Language, Zoom: set.Zoom.Percent(), Zooms: a.zooms.Load(), Dialogs: set.Dialogs.Or(), HideFrom: set.HideFrom, QuietEnds: set.QuietEnds, PlainTitles: set.PlainTitles, DefaultModel: now.Default, Providers: each(now.Providers, providerView), File: a.o.Settings().Path(), Problem: now.Problem,
	}, err
}

// commit is the commit that this program was built from, if it is known.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// Secrets is the person's secrets, without their values, as the page asks for them.
type Secrets struct{ *app }

// Secrets lists the secrets, without their values.
func (a *Secrets) Secrets() (SecretsView, error) {
	list, err := a.o.Secrets().List()
	if err != nil {
		return SecretsView{}, err
	}
	place, safe := a.o.Secrets().Where()
	return secretsView(list, place, safe), nil
}

// SetSecret keeps a value, which never comes back.
func (a *Secrets) SetSecret(name, value string) (SecretsView, error) {
	if err := a.o.Secrets().Set(name, value); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

// RemoveSecret forgets a secret; the person has seen what names it.
func (a *Secrets) RemoveSecret(name string) (SecretsView, error) {
	if err := a.o.Secrets().Remove(name, true); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

// SecretsView is the secrets that are kept, or named. It has no values.
type SecretsView struct {
	// Where values are kept, a sentence.
	Place string `json:"place"`
	// That is as safe as it should be: in a keyring.
	Safe    bool         `json:"safe"`
	Secrets []SecretView `json:"secrets"`
}

// SecretView is one secret.
type SecretView struct {
	Name string `json:"name"`
	// "" = something names it, and there is no value.
	Kept SecretPlace `json:"kept"`
	// What names it: "settings models.providers.anthropic.key", "tool deploy of Welcome".
	UsedBy []string `json:"usedBy"`
}

func secretsView(list []secrecy.Secret, place string, safe bool) SecretsView {
	return SecretsView{Place: sentence(place), Safe: safe, Secrets: each(list, func(s secrecy.Secret) SecretView {
		return SecretView{Name: s.Name, Kept: SecretPlace(s.Kept), UsedBy: append([]string{}, s.UsedBy...)}
	})}
}
