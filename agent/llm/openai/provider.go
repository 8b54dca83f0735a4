// Package openai talks to everything that speaks OpenAI's chat completions:
// OpenAI itself, Ollama, LM Studio, llama.cpp, vLLM, OpenRouter, Gemini's
// endpoint (docs/spec/14-agents.md). Of the vendor's library only the reader of
// streams is used: the rest of it would be a third of the program, and knows
// less of other servers.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"handrail/agent/llm"
	"handrail/internal/web"
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
	Client  *http.Client  // nil: llm.Client(Way)
	Way     web.Way       // out of this machine; nil: as the environment says
}

// A Provider is safe for concurrent use.
type Provider struct {
	name    string
	guard   llm.Guard
	backoff llm.Backoff
	base    string // the address, without a slash at its end
	key     string
	client  *http.Client
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
		cfg.Client = llm.Client(cfg.Way)
	}
	u, err := url.Parse(cfg.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, &llm.Error{Kind: llm.BadRequest, Provider: cfg.Name, Final: true,
			Message: "its address is not an http or https URL",
			Hint:    fmt.Sprintf("Write models.providers.%s.url in settings.json like http://127.0.0.1:11434/v1", cfg.Name)}
	}
	return &Provider{
		name: cfg.Name, backoff: cfg.Backoff, base: strings.TrimRight(cfg.URL, "/"), key: cfg.Key, client: cfg.Client, ownURL: u.Host == "api.openai.com",
		guard: llm.Guard{Provider: cfg.Name, Base: cfg.URL, Secret: cfg.Key, Idle: cfg.Idle},
	}, nil
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
		stream := p.open(ctx, guard, req)
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

// open asks for an answer and returns its stream, or one that only fails.
func (p *Provider) open(ctx context.Context, guard llm.Guard, req llm.Request) *ssestream.Stream[chunk] {
	body, err := json.Marshal(p.request(req))
	if err != nil {
		return ssestream.NewStream[chunk](nil, err)
	}
	res, err := p.do(ctx, guard, http.MethodPost, "/chat/completions", body) //nolint:bodyclose // the stream closes it
	if err != nil {
		return ssestream.NewStream[chunk](nil, err)
	}
	return ssestream.NewStream[chunk](ssestream.NewDecoder(res), nil)
}

// do makes one exchange. The caller closes the body of the answer.
func (p *Provider) do(ctx context.Context, guard llm.Guard, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "Handrail")
	if p.key != "" {
		req.Header.Set("Authorization", "Bearer "+p.key)
	}
	return guard.Do(req, p.client.Do)
}

// Models lists what the server offers. It also tells whether the server can
// be reached and accepts the key.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	res, err := p.do(ctx, p.guard, http.MethodGet, "/models", nil)
	if err != nil {
		return nil, p.explain(ctx, p.guard, err)
	}
	defer res.Body.Close()
	var page struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.NewDecoder(res.Body).Decode(&page); err != nil {
		return nil, p.explain(ctx, p.guard, err)
	}
	models := []llm.Model{}
	for _, entry := range page.Data {
		var m struct {
			ID text `json:"id"`
		}
		if json.Unmarshal(entry, &m) == nil && m.ID != "" {
			models = append(models, llm.Model{ID: string(m.ID), Name: string(m.ID), Window: window(entry)})
		}
	}
	return models, nil
}
