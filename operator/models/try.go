package models

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"handrail/agent/llm"
	"handrail/operator/settings"
)

// tryWait is how long a model may take for the one word of a trial. One on this machine may have to be loaded first.
const tryWait = 90 * time.Second

// A Trial is what came of one small request.
type Trial struct {
	Model string        // "provider/name"
	Text  string        // the beginning of what it answered
	Took  time.Duration // until it had
}

// trialText is as much of an answer as is shown.
const trialText = 80

// Try asks a model of a provider for one word. model "" is the default one if it is this provider's, else the first.
func (k *Catalog) Try(ctx context.Context, name, model string) (Trial, error) {
	s, _, err := k.c.Settings.Load()
	if err != nil {
		return Trial{}, err
	}
	p, ok := s.Models.Providers[name]
	if !ok {
		return Trial{}, fmt.Errorf("there is no provider %q", name)
	}
	made, err := k.Provider(name, p)
	if err != nil {
		return Trial{}, err
	}
	if own, is := strings.CutPrefix(s.Models.Default, name+"/"); model == "" && is {
		model = own
	}
	if model == "" {
		status := k.status(ctx, name, p)
		if model = first(p.URL, status.Models); model == "" {
			return Trial{}, fmt.Errorf("%s has no model to ask: %s", name, cmp.Or(status.Reason, "load one, then try again"))
		}
	}
	began := time.Now()
	ctx, stop := context.WithTimeout(ctx, tryWait)
	defer stop()
	text, err := answer(ctx, made, model)
	if ctx.Err() != nil {
		err = fmt.Errorf("%s did not answer within %d seconds", model, int(tryWait.Seconds()))
	}
	return Trial{Model: name + "/" + model, Text: k.c.Redact.Text(text), Took: time.Since(began)}, err
}

// answer asks a model for a word. One that only thinks within what it may write has answered, too.
func answer(ctx context.Context, p llm.Provider, model string) (string, error) {
	req := llm.Request{Model: model, MaxTokens: 256, Messages: []llm.Message{{Role: llm.User, Text: "Answer with the single word: ready"}}}
	text := ""
	for ev, err := range p.Stream(ctx, req) {
		if err != nil {
			return "", err
		}
		if delta, ok := ev.(llm.TextDelta); ok {
			text += delta.Text
		}
	}
	text = strings.TrimSpace(text)
	if cut := []rune(text); len(cut) > trialText {
		text = string(cut[:trialText]) + "…"
	}
	return text, nil
}

// elsewhere is the address below that of a provider at which it lists models after all: many leave out the /v1.
// "" if there is none.
func (k *Catalog) elsewhere(ctx context.Context, name string, p settings.Provider) string {
	u, err := url.Parse(p.URL)
	if p.Type != "openai" || err != nil || u.Host == "" || strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/v1") {
		return ""
	}
	p.URL = u.JoinPath("v1").String()
	made, err := k.Provider(name, p)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, modelWait)
	defer cancel()
	if found, err := made.Models(ctx); err != nil || len(found) == 0 {
		return ""
	}
	return p.URL
}

// sameServer reports whether two addresses are those of one server, which may have the same key.
func sameServer(a, b string) bool {
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	return errA == nil && errB == nil && ua.Scheme == ub.Scheme && ua.Host == ub.Host
}
