package openai

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"handrail/agent/llm"
)

// A Server is a local model server that answered.
type Server struct {
	Name   string // what it is probably called: ollama, lmstudio, llamacpp
	URL    string // for Config.URL
	Models []llm.Model
}

// Limits of looking for local servers.
const (
	probeLimit = 400 * time.Millisecond // for all of them together
	probeBytes = 1 << 20
)

// Discover asks the usual ports of local model servers (Ollama, LM Studio,
// llama.cpp), on 127.0.0.1 only and all at once, for their models. It returns
// those that answered like one, in that order, after at most 0.4 s. It sends
// no key.
func Discover(ctx context.Context) []Server {
	return discover(ctx, []Server{
		{Name: "ollama", URL: "http://127.0.0.1:11434/v1"},
		{Name: "lmstudio", URL: "http://127.0.0.1:1234/v1"},
		{Name: "llamacpp", URL: "http://127.0.0.1:8080/v1"},
	}, probeLimit)
}

func discover(ctx context.Context, candidates []Server, limit time.Duration) []Server {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true}, // no proxy: these are local
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answered := make([]bool, len(candidates))
	var wg sync.WaitGroup
	for i := range candidates {
		wg.Go(func() { candidates[i].Models, answered[i] = probe(ctx, client, candidates[i].URL) })
	}
	wg.Wait()
	var found []Server
	for i, ok := range answered {
		if ok {
			found = append(found, candidates[i])
		}
	}
	return found
}

// probe reports whether a server at the address lists models. Anything may
// listen on these ports, so the answer must look like a list of models.
func probe(ctx context.Context, client *http.Client, url string) ([]llm.Model, bool) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/models", nil)
	if err != nil {
		return nil, false
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, false
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, probeBytes))
	if err != nil || res.StatusCode != http.StatusOK {
		return nil, false
	}
	var list struct {
		Object string             `json:"object"`
		Data   *[]json.RawMessage `json:"data"`
	}
	if json.Unmarshal(raw, &list) != nil || (list.Data == nil && list.Object != "list") {
		return nil, false
	}
	models := []llm.Model{}
	if list.Data != nil { // Ollama without a model says null
		for _, entry := range *list.Data {
			var m struct {
				ID string `json:"id"`
			}
			if json.Unmarshal(entry, &m) == nil && m.ID != "" {
				models = append(models, llm.Model{ID: m.ID, Name: m.ID, Window: window(entry)})
			}
		}
	}
	return models, true
}

// window finds how many tokens a model can read in the fields that servers
// add to the protocol; 0 if there is none.
func window(entry []byte) int {
	var m struct {
		ContextLength    int `json:"context_length"`        // OpenRouter
		MaxModelLen      int `json:"max_model_len"`         // vLLM
		LoadedContext    int `json:"loaded_context_length"` // LM Studio
		MaxContextLength int `json:"max_context_length"`    // LM Studio
		Meta             struct {
			Context int `json:"n_ctx"`       // llama.cpp: what it was started with
			Train   int `json:"n_ctx_train"` // llama.cpp: what the model can do
		} `json:"meta"`
	}
	if json.Unmarshal(entry, &m) != nil {
		return 0
	}
	for _, n := range []int{m.LoadedContext, m.Meta.Context, m.MaxModelLen, m.ContextLength, m.MaxContextLength, m.Meta.Train} {
		if n > 0 {
			return n
		}
	}
	return 0
}
