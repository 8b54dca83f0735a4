package browsing

import (
	"context"
	"errors"
	"fmt"

	"handrail/internal/secrets"
	"handrail/operator/settings"
	"handrail/tools"
	"handrail/tools/web"
)

// A Choice is a provider that the person chooses.
type Choice struct {
	Provider web.Kind // "": nobody is asked any more
	URL      string   // where it is asked; "": the usual address
	Secret   string   // the name of a secret that holds the key; "": see Key
	Key      string   // the key itself, which goes to the keychain; "": there is none, or it is kept already
}

// Choose sets who is asked when the web is searched. The key that is kept for a provider is kept on where another is chosen.
func (d *Desk) Choose(ctx context.Context, c Choice) error {
	set := settings.WebSearch{Provider: string(c.Provider), URL: c.URL}
	if c.Provider == "" {
		if c != (Choice{}) {
			return errors.New("choose a provider first")
		}
		return d.change(ctx, func(s *settings.Settings) error { s.Tools.WebSearch = settings.WebSearch{}; return nil })
	}
	name := c.Secret
	if name == "" && c.Key != "" {
		name = "web-search-" + string(c.Provider)
	}
	if name != "" {
		set.Key = secrets.Reference(name)
		if names := secrets.References(set.Key); len(names) != 1 || names[0] != name {
			return fmt.Errorf("%q cannot name a secret: use letters, digits, dots, - and _", name)
		}
	}
	if c.Provider == web.Endpoint {
		set.Provider, set.URL, set.Endpoint = "", "", c.URL
		if c.URL == "" {
			_, err := web.NewProvider(web.Endpoint, "", false)
			return err
		}
	}
	if _, err := ProviderOf(set); err != nil {
		return err
	}
	if c.Key != "" {
		if err := d.c.Secrets.Set(name, c.Key); err != nil {
			return fmt.Errorf("the key can't be stored: %w", err)
		}
	}
	return d.change(ctx, func(s *settings.Settings) error { s.Tools.WebSearch = set; return nil })
}

// Key is the key of a provider, as text of the settings that may name a secret. It may ask the keychain.
func (d *Desk) Key(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	key, err := d.c.Secrets.Expand(text)
	if err != nil {
		return "", settings.AdviseSecret(err)
	}
	d.c.Redact.Add("web-search", key)
	return key, nil
}

// Test asks the provider that is set, as the person, and gives what it finds. It is no call of an agent, and is not recorded.
func (d *Desk) Test(ctx context.Context, query string) (web.Findings, error) {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return web.Findings{}, err
	}
	p, err := ProviderOf(set.Tools.WebSearch)
	if err != nil {
		return web.Findings{}, tools.Advise(tools.Action{Kind: tools.CorrectSearch}, "%w", err)
	}
	if p.URL == nil {
		return web.Findings{}, tools.Advise(tools.Action{Kind: tools.SetSearch}, "no provider for searches is set")
	}
	key, err := d.Key(set.Tools.WebSearch.Key)
	if err != nil {
		return web.Findings{}, err
	}
	return d.c.Fetcher.Search(ctx, p, key, query, testResults)
}

// testResults are enough to see that a provider answers.
const testResults = 3
