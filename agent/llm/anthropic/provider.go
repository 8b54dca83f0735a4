// Package anthropic talks to Anthropic's messages API, and to servers that
// speak it (docs/spec/14-agents.md). The vendor's library makes the requests
// and reads the stream.
package anthropic

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"handrail/agent/llm"
	"handrail/internal/web"
)

// DefaultURL is Anthropic's own address.
const DefaultURL = "https://api.anthropic.com"

// DefaultMaxTokens is how long an answer may be where the request does not
// say: the protocol needs a number, and every model that is still served can
// write as much.
const DefaultMaxTokens = 16_384

// Config makes a Provider.
type Config struct {
	Name    string // what the settings call it; "" is "anthropic"
	URL     string // without /v1; "" is DefaultURL
	Key     string
	Backoff llm.Backoff
	Idle    time.Duration // how long an answer may stand still; 0: 5 minutes
	Client  *http.Client  // nil: llm.Client(Way)
	Way     web.Way       // out of this machine; nil: as the environment says
}

// A Provider is safe for concurrent use.
type Provider struct {
	name    string
	guard   llm.Guard
	backoff llm.Backoff
	options []option.RequestOption
}

// New makes a provider. It does not connect. The environment is not read: what
// the person set up is what is used, and it shows in the settings.
func New(cfg Config) (*Provider, error) {
	if cfg.Name == "" {
		cfg.Name = "anthropic"
	}
	if cfg.URL == "" {
		cfg.URL = DefaultURL
	}
	if cfg.Client == nil {
		cfg.Client = llm.Client(cfg.Way)
	}
	u, err := url.Parse(cfg.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, &llm.Error{Kind: llm.BadRequest, Provider: cfg.Name, Final: true,
			Message: "its address is not an http or https URL",
			Hint:    fmt.Sprintf("Write models.providers.%s.url in settings.json like %s, or leave it out", cfg.Name, DefaultURL)}
	}
	// The library adds v1 itself; people copy the address with it.
	base := strings.TrimSuffix(strings.TrimSuffix(cfg.URL, "/"), "/v1")
	p := &Provider{
		name: cfg.Name, backoff: cfg.Backoff,
		guard: llm.Guard{Provider: cfg.Name, Base: base, Secret: cfg.Key, Idle: cfg.Idle},
	}
	p.options = []option.RequestOption{
		option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithBaseURL(base),
		option.WithHTTPClient(cfg.Client), option.WithMaxRetries(0), option.WithAPIKey(cfg.Key),
	}
	if cfg.Key == "" {
		p.options = append(p.options, option.WithHeaderDel("X-Api-Key"))
	}
	return p, nil
}

// Name implements llm.Provider.
func (p *Provider) Name() string { return p.name }

// Stream implements llm.Provider.
func (p *Provider) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return p.backoff.Stream(ctx, func(ctx context.Context) iter.Seq2[llm.Event, error] {
		return p.once(ctx, req)
	})
}

// once asks one time.
func (p *Provider) once(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		guard := p.guard
		guard.Streams = true
		client := sdk.NewClient(p.options...)
		stream := client.Messages.NewStreaming(ctx, p.params(req), option.WithMiddleware(guard.Do))
		defer stream.Close()
		r := reader{yield: yield, provider: p.name, model: req.Model}
		for !r.left && !r.whole && r.bad == nil && stream.Next() {
			r.event(stream.Current())
		}
		if r.left || r.whole {
			return
		}
		err := stream.Err()
		if err == nil {
			err = r.broken()
		}
		yield(nil, p.explain(ctx, guard, err))
	}
}

// Models lists what the server offers. It also tells whether the server can be
// reached and accepts the key.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	client := sdk.NewClient(p.options...)
	page, err := client.Models.List(ctx, sdk.ModelListParams{Limit: sdk.Int(100)}, option.WithMiddleware(p.guard.Do))
	if err != nil {
		return nil, p.explain(ctx, p.guard, err)
	}
	models := []llm.Model{}
	for _, m := range page.Data {
		name := m.DisplayName
		if name == "" {
			name = m.ID
		}
		if m.ID != "" {
			models = append(models, llm.Model{ID: valid(m.ID), Name: valid(name), Window: int(max(0, m.MaxInputTokens))})
		}
	}
	return models, nil
}
