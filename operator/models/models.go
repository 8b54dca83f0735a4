// Package models knows which models there are: the providers of the settings, and
// model servers on this machine.
package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/agent/llm"
	"handrail/agent/llm/anthropic"
	"handrail/agent/llm/openai"
	"handrail/internal/lazy"
	"handrail/internal/secrets"
	"handrail/internal/web"
	"handrail/operator/settings"
)

// Guide is the model of a person who has connected none: it is built in,
// needs no network and says what it is.
const Guide = "guide/guide"

// ProviderState says whether a provider answers.
type ProviderState string

// The states of a provider.
const (
	Ready       ProviderState = "ready"
	Unreachable ProviderState = "unreachable"
	NoKey       ProviderState = "no-key"
	Checking    ProviderState = "checking" // it has not answered yet
)

// A Status is a provider of the settings, as it answers now.
type Status struct {
	Name   string
	Type   string
	URL    string
	HasKey bool
	State  ProviderState
	Reason string // why it is not ready, and what to do
	Better string // the address at which it answers instead; "" = none is known
	Models []string
}

// A State is which models there are.
type State struct {
	Default   string // "provider/name", of new chats
	Providers []Status
	Problem   string // the settings are broken; they are left alone
}

// A LocalServer is a model server that was found on this machine.
type LocalServer struct {
	Name, URL string
	Models    []string
}

// modelWait is how long a provider may take to list its models.
const modelWait = 4 * time.Second

// A Catalog knows the providers of the settings. It is safe for concurrent use.
type Catalog struct {
	c     Config
	looks looks
}

// Config is what a Catalog is made of.
type Config struct {
	Settings *settings.File
	Secrets  Secrets           // has the providers' keys
	Redact   *secrets.Redactor // hears of keys that are used
	Way      web.Way           // to providers; nil: as the environment says
}

// Secrets keeps the keys of providers, as secrets.Store does.
type Secrets interface {
	Set(name, value string) error
	Delete(name string) error
	Expand(text string) (string, error)
}

// New returns a Catalog. It asks no provider yet.
func New(c Config) *Catalog { return &Catalog{c: c} }

// A Lister is a provider that can say which models it serves.
type Lister interface {
	llm.Provider
	Models(ctx context.Context) ([]llm.Model, error)
}

// Provider connects to the provider that the settings describe.
func (k *Catalog) Provider(name string, p settings.Provider) (Lister, error) {
	key, err := k.key(p)
	if err != nil {
		return nil, err
	}
	k.c.Redact.Add(name, key) // one that is written into the settings as it is counts as well
	switch p.Type {
	case "anthropic":
		return anthropic.New(anthropic.Config{Name: name, URL: p.URL, Key: key, Way: k.c.Way})
	case "openai":
		return openai.New(openai.Config{Name: name, URL: p.URL, Key: key, Way: k.c.Way})
	}
	return nil, fmt.Errorf("the provider %q is of the unknown type %q: there are anthropic and openai", name, p.Type)
}

// key is the provider's key; "" if it needs none.
func (k *Catalog) key(p settings.Provider) (string, error) {
	if p.Key == "" {
		return "", nil
	}
	key, err := k.c.Secrets.Expand(p.Key)
	return key, settings.AdviseSecret(err)
}

// State asks every provider which models it has, all at once.
func (k *Catalog) State(ctx context.Context) State {
	s, out := k.chosen()
	names := slices.Sorted(maps.Keys(s.Models.Providers))
	out.Providers = make([]Status, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { out.Providers[i] = k.status(ctx, name, s.Models.Providers[name]) })
	}
	wg.Wait()
	return out
}

// chosen are the settings, and what they say without any provider.
func (k *Catalog) chosen() (settings.Settings, State) {
	s, _, err := k.c.Settings.Load()
	out := State{Default: cmp.Or(s.Models.Default, Guide)}
	if err != nil {
		out.Problem = err.Error()
	}
	return s, out
}

// status asks a provider for its models.
func (k *Catalog) status(ctx context.Context, name string, p settings.Provider) Status {
	st := Status{Name: name, Type: p.Type, URL: p.URL, HasKey: p.Key != "", State: Unreachable, Models: []string{}}
	made, err := k.Provider(name, p)
	if err != nil {
		st.Reason = k.c.Redact.Text(err.Error())
		if errors.Is(err, secrets.ErrNotFound) {
			st.State = NoKey
		}
		return st
	}
	ctx, cancel := context.WithTimeout(ctx, modelWait)
	defer cancel()
	models, err := made.Models(ctx)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		st.Reason = fmt.Sprintf("It did not answer within %d seconds: check its address, or whether it is busy", int(modelWait.Seconds()))
		return st
	}
	if err != nil {
		st.Reason = k.c.Redact.Text(err.Error())
		if errors.Is(err, llm.Auth) {
			st.State = NoKey
		} else if st.Better = k.elsewhere(ctx, name, p); st.Better != "" {
			st.Reason = fmt.Sprintf("There is no list of models at %s, but at %s: use that address", p.URL, st.Better)
		}
		return st
	}
	st.State = Ready
	for _, m := range models {
		st.Models = append(st.Models, m.ID)
	}
	return st
}

// Local are model servers that answer on this machine and are not yet in
// the settings.
func (k *Catalog) Local(ctx context.Context) []LocalServer {
	s, _, _ := k.c.Settings.Load() // broken settings name no server
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

var providerName = lazy.Regexp(`^[a-z0-9][a-z0-9._-]{0,39}$`)

// Add stores a provider, its key in the keychain, and tries it once. It
// is stored whatever the answer; the status says how that went. The first one
// that answers becomes the default if the guide was. One that is there already is
// changed, and keeps its key if none is given and the server stays the same.
func (k *Catalog) Add(ctx context.Context, name string, p settings.Provider, key string) (Status, error) {
	if !providerName().MatchString(name) || name == "guide" || name == "scripted" {
		return Status{}, fmt.Errorf("%q cannot name a provider: use up to 40 small letters, digits, - _ and ., and not guide or scripted", name)
	}
	if p.Type != "anthropic" && p.Type != "openai" {
		return Status{}, fmt.Errorf("a provider is of the type anthropic or openai, not %q", p.Type)
	}
	if p.URL != "" {
		u, err := url.Parse(p.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return Status{}, fmt.Errorf("%q is not an address like http://127.0.0.1:11434/v1", p.URL)
		}
		if u.User != nil {
			return Status{}, errors.New("the address contains a password: remove it, and enter the key below")
		}
	}
	if key != "" {
		if err := k.c.Secrets.Set(name, key); err != nil {
			return Status{}, fmt.Errorf("the key can't be stored: %w", err)
		}
		p.Key = secrets.Reference(name)
	} else if s, _, err := k.c.Settings.Load(); err == nil {
		if was, ok := s.Models.Providers[name]; ok && was.Type == p.Type && sameServer(was.URL, p.URL) {
			p.Key = was.Key
		}
	}
	status := k.status(ctx, name, p)
	_, err := k.c.Settings.Update(func(s *settings.Settings) error {
		if s.Models.Providers == nil {
			s.Models.Providers = map[string]settings.Provider{}
		}
		s.Models.Providers[name] = p
		if (s.Models.Default == "" || s.Models.Default == Guide) && len(status.Models) > 0 {
			s.Models.Default = name + "/" + first(p.URL, status.Models)
		}
		return nil
	})
	return status, err
}

// Remove forgets a provider and its key.
func (k *Catalog) Remove(name string) error {
	_, err := k.c.Settings.Update(func(s *settings.Settings) error {
		if _, ok := s.Models.Providers[name]; !ok {
			return fmt.Errorf("there is no provider %q", name)
		}
		delete(s.Models.Providers, name)
		if strings.HasPrefix(s.Models.Default, name+"/") {
			s.Models.Default = ""
		}
		return nil
	})
	if err != nil {
		return err
	}
	return k.c.Secrets.Delete(name)
}

// SetDefault chooses the model that new chats talk to.
func (k *Catalog) SetDefault(model string) error {
	if _, _, ok := strings.Cut(model, "/"); !ok {
		return fmt.Errorf("%q is not a model: write provider/name, as in ollama/qwen3", model)
	}
	_, err := k.c.Settings.Update(func(s *settings.Settings) error { s.Models.Default = model; return nil })
	return err
}
