package operator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/agent/llm"
	"handrail/agent/llm/anthropic"
	"handrail/agent/llm/openai"
	"handrail/internal/secrets"
)

// GuideModel is the model of a person who has connected none: it is built in,
// needs no network and says what it is.
const GuideModel = "guide/guide"

// ProviderState says whether a provider answers.
type ProviderState string

// The states of a provider.
const (
	ProviderReady       ProviderState = "ready"
	ProviderUnreachable ProviderState = "unreachable"
	ProviderNoKey       ProviderState = "no-key"
)

// A ProviderStatus is a provider of the settings, as it answers now.
type ProviderStatus struct {
	Name   string
	Type   string
	URL    string
	HasKey bool
	State  ProviderState
	Reason string // why it is not ready, and what to do
	Models []string
}

// A SettingsState is what the settings page shows.
type SettingsState struct {
	Theme        string
	DefaultModel string
	Providers    []ProviderStatus
	File         string
	Problem      string // the file is broken; it is left alone
}

// A LocalServer is a model server that was found on this machine.
type LocalServer struct {
	Name, URL string
	Models    []string
}

// modelWait is how long a provider may take to list its models.
const modelWait = 4 * time.Second

// lister is what providers have that can say which models they serve.
type lister interface {
	llm.Provider
	Models(ctx context.Context) ([]llm.Model, error)
}

// Provider makes the provider that the settings describe.
func (o *Operator) Provider(name string, p Provider) (lister, error) {
	key, err := o.key(p)
	if err != nil {
		return nil, err
	}
	o.redact.Add(name, key) // one that is written into the settings as it is counts as well
	switch p.Type {
	case "anthropic":
		return anthropic.New(anthropic.Config{Name: name, URL: p.URL, Key: key})
	case "openai":
		return openai.New(openai.Config{Name: name, URL: p.URL, Key: key})
	}
	return nil, fmt.Errorf("the provider %q is of the unknown type %q: there are anthropic and openai", name, p.Type)
}

// key is the provider's key; "" if it needs none.
func (o *Operator) key(p Provider) (string, error) {
	if p.Key == "" {
		return "", nil
	}
	return o.secrets.Expand(p.Key)
}

// Settings are what the person has set, with how each provider answers now.
func (o *Operator) Settings(ctx context.Context) SettingsState {
	s, _, err := o.settings.Load()
	out := SettingsState{Theme: s.Theme, DefaultModel: s.Models.Default, File: filepath.Join(o.c.Dirs.Config, "settings.json")}
	if out.Theme == "" {
		out.Theme = "system"
	}
	if out.DefaultModel == "" {
		out.DefaultModel = GuideModel
	}
	if err != nil {
		out.Problem = err.Error()
	}
	names := slices.Sorted(maps.Keys(s.Models.Providers))
	out.Providers = make([]ProviderStatus, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { out.Providers[i] = o.status(ctx, name, s.Models.Providers[name]) })
	}
	wg.Wait()
	return out
}

// status asks a provider for its models.
func (o *Operator) status(ctx context.Context, name string, p Provider) ProviderStatus {
	st := ProviderStatus{Name: name, Type: p.Type, URL: p.URL, HasKey: p.Key != "", State: ProviderUnreachable, Models: []string{}}
	made, err := o.Provider(name, p)
	if err != nil {
		st.Reason = o.redact.Text(err.Error())
		if errors.Is(err, secrets.ErrNotFound) {
			st.State = ProviderNoKey
		}
		return st
	}
	ctx, cancel := context.WithTimeout(ctx, modelWait)
	defer cancel()
	models, err := made.Models(ctx)
	if err != nil {
		st.Reason = o.redact.Text(err.Error())
		if errors.Is(err, llm.Auth) {
			st.State = ProviderNoKey
		}
		return st
	}
	st.State = ProviderReady
	for _, m := range models {
		st.Models = append(st.Models, m.ID)
	}
	return st
}

// LocalServers are model servers that answer on this machine and are not yet in
// the settings.
func (o *Operator) LocalServers(ctx context.Context) []LocalServer {
	s, _, _ := o.settings.Load() // broken settings name no server
	known := map[string]bool{}
	for _, p := range s.Models.Providers {
		known[strings.TrimSuffix(strings.Replace(p.URL, "localhost", "127.0.0.1", 1), "/")] = true
	}
	var out []LocalServer
	for _, found := range openai.Discover(ctx) {
		if known[found.URL] {
			continue
		}
		server := LocalServer{Name: found.Name, URL: found.URL}
		for _, m := range found.Models {
			server.Models = append(server.Models, m.ID)
		}
		out = append(out, server)
	}
	return out
}

var providerName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,39}$`)

// AddProvider stores a provider, its key in the keyring, and tries it once. It
// is stored whatever the answer; the status says how that went. The first one
// that answers becomes the default if the guide was.
func (o *Operator) AddProvider(ctx context.Context, name string, p Provider, key string) (ProviderStatus, error) {
	if !providerName.MatchString(name) || name == "guide" || name == "scripted" {
		return ProviderStatus{}, fmt.Errorf("%q cannot name a provider: use up to 40 small letters, digits, - _ and ., and not guide or scripted", name)
	}
	if p.Type != "anthropic" && p.Type != "openai" {
		return ProviderStatus{}, fmt.Errorf("a provider is of the type anthropic or openai, not %q", p.Type)
	}
	if p.URL != "" {
		u, err := url.Parse(p.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return ProviderStatus{}, fmt.Errorf("%q is not an address like http://127.0.0.1:11434/v1", p.URL)
		}
		if u.User != nil {
			return ProviderStatus{}, errors.New("the address has a password in it: leave it out and enter the key below")
		}
	}
	if key != "" {
		if err := o.secrets.Set(name, key); err != nil {
			return ProviderStatus{}, fmt.Errorf("the key cannot be kept: %w", err)
		}
		p.Key = secrets.Reference(name)
	}
	status := o.status(ctx, name, p)
	_, err := o.settings.Update(func(s *Settings) error {
		if s.Models.Providers == nil {
			s.Models.Providers = map[string]Provider{}
		}
		s.Models.Providers[name] = p
		if (s.Models.Default == "" || s.Models.Default == GuideModel) && len(status.Models) > 0 {
			s.Models.Default = name + "/" + status.Models[0]
		}
		return nil
	})
	return status, err
}

// RemoveProvider forgets a provider and its key.
func (o *Operator) RemoveProvider(ctx context.Context, name string) (SettingsState, error) {
	_, err := o.settings.Update(func(s *Settings) error {
		if _, ok := s.Models.Providers[name]; !ok {
			return fmt.Errorf("there is no provider %q", name)
		}
		delete(s.Models.Providers, name)
		if strings.HasPrefix(s.Models.Default, name+"/") {
			s.Models.Default = ""
		}
		return nil
	})
	if err == nil {
		err = o.secrets.Delete(name)
	}
	return o.Settings(ctx), err
}

// SetDefaultModel chooses the model that new chats talk to.
func (o *Operator) SetDefaultModel(ctx context.Context, model string) (SettingsState, error) {
	if _, _, ok := strings.Cut(model, "/"); !ok {
		return o.Settings(ctx), fmt.Errorf("%q is not a model: write provider/name, as in ollama/qwen3", model)
	}
	_, err := o.settings.Update(func(s *Settings) error { s.Models.Default = model; return nil })
	return o.Settings(ctx), err
}

// SetTheme chooses light, dark, or the system's.
func (o *Operator) SetTheme(ctx context.Context, theme string) (SettingsState, error) {
	if !slices.Contains([]string{"system", "light", "dark"}, theme) {
		return o.Settings(ctx), fmt.Errorf("there is no theme %q: there are system, light and dark", theme)
	}
	_, err := o.settings.Update(func(s *Settings) error { s.Theme = theme; return nil })
	return o.Settings(ctx), err
}
