// Package openai talks to everything that speaks OpenAI's chat completions:
// OpenAI itself, Ollama, LM Studio, llama.cpp, vLLM, OpenRouter, Gemini's
// endpoint (SPEC 14). The vendor's library makes the requests and reads the
// stream; this package knows where other servers differ from it.
package openai

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"handrail/agent/llm"
)

// DefaultURL is OpenAI's own address.
const DefaultURL = "https://api.openai.com/v1"

// Config makes a Provider.
type Config struct {
	Name    string // what the settings call it; "" is "openai"
	URL     string // up to and with /v1; "" is DefaultURL
	Key     string // local servers need none
	Backoff llm.Backoff
	Idle    time.Duration // how long an answer may stand still; 0: 5 minutes
	Client  *http.Client  // nil: llm.Client()
}

// A Provider is safe for concurrent use.
type Provider struct {
	name    string
	guard   llm.Guard
	backoff llm.Backoff
	options []option.RequestOption
	ownURL  bool // it is OpenAI's own server
}

// New makes a provider. It does not connect. The environment is not read: a
// key for OpenAI that lies there must not be sent to another server.
func New(cfg Config) (*Provider, error) {
	if cfg.Name == "" {
		cfg.Name = "openai"
	}
	if cfg.URL == "" {
		cfg.URL = DefaultURL
	}
	if cfg.Client == nil {
		cfg.Client = llm.Client()
	}
	u, err := url.Parse(cfg.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, &llm.Error{Kind: llm.BadRequest, Provider: cfg.Name, Final: true,
			Message: "its address is not an http or https URL",
			Hint:    fmt.Sprintf("Write models.providers.%s.url in settings.json like http://127.0.0.1:11434/v1", cfg.Name)}
	}
	p := &Provider{
		name: cfg.Name, backoff: cfg.Backoff, ownURL: u.Host == "api.openai.com",
		guard: llm.Guard{Provider: cfg.Name, Base: cfg.URL, Secret: cfg.Key, Idle: cfg.Idle},
	}
	p.options = []option.RequestOption{option.WithBaseURL(cfg.URL), option.WithHTTPClient(cfg.Client), option.WithMaxRetries(0)}
	if cfg.Key != "" {
		p.options = append(p.options, option.WithAPIKey(cfg.Key))
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
		chat := sdk.NewChatCompletionService(p.options...)
		stream := chat.NewStreaming(ctx, p.params(req), option.WithMiddleware(guard.Do))
		defer stream.Close()
		r := reader{yield: yield, provider: p.name, model: req.Model}
		for !r.left && stream.Next() {
			r.chunk(stream.Current())
		}
		if r.left {
			return
		}
		if err := r.end(p.explain(ctx, guard, stream.Err())); err != nil {
			yield(nil, err)
		}
	}
}

// Models lists what the server offers. It also tells whether the server can
// be reached and accepts the key.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	service := sdk.NewModelService(p.options...)
	page, err := service.List(ctx, option.WithMiddleware(p.guard.Do))
	if err != nil {
		return nil, p.explain(ctx, p.guard, err)
	}
	models := []llm.Model{}
	for _, m := range page.Data {
		if id := strings.ToValidUTF8(m.ID, "\uFFFD"); id != "" {
			models = append(models, llm.Model{ID: id, Name: id, Window: window([]byte(m.RawJSON()))})
		}
	}
	return models, nil
}
