package models

import (
	"cmp"
	"slices"
	"strings"
)

// A Preset is a provider that is known: the person needs only its key, or nothing.
type Preset struct {
	Name  string // for settings.json
	Title string
	Type  string
	URL   string // "" = the type's own
	Keys  string // the page where a key is made; "" = it needs none, as it runs on this machine

	// prefers are parts of the names of models that a person begins with well, the best first.
	prefers []string
}

// Presets are the known providers, in the order in which a person is shown them.
func Presets() []Preset {
	return []Preset{
		{Name: "anthropic", Title: "Anthropic", Type: "anthropic", Keys: "https://console.anthropic.com/settings/keys", prefers: []string{"sonnet", "haiku"}},
		{Name: "openai", Title: "OpenAI", Type: "openai", URL: "https://api.openai.com/v1", Keys: "https://platform.openai.com/api-keys", prefers: []string{"gpt-5", "gpt-4.1", "gpt-4o"}},
		{Name: "gemini", Title: "Google Gemini", Type: "openai", URL: "https://generativelanguage.googleapis.com/v1beta/openai", Keys: "https://aistudio.google.com/apikey", prefers: []string{"gemini-2.5-flash", "flash"}},
		{Name: "openrouter", Title: "OpenRouter", Type: "openai", URL: "https://openrouter.ai/api/v1", Keys: "https://openrouter.ai/settings/keys", prefers: []string{"openrouter/auto"}},
		{Name: "mistral", Title: "Mistral", Type: "openai", URL: "https://api.mistral.ai/v1", Keys: "https://console.mistral.ai/api-keys", prefers: []string{"mistral-medium-latest", "mistral-large-latest", "mistral-small-latest"}},
		{Name: "groq", Title: "Groq", Type: "openai", URL: "https://api.groq.com/openai/v1", Keys: "https://console.groq.com/keys", prefers: []string{"gpt-oss-120b", "llama-3.3-70b"}},
		{Name: "deepseek", Title: "DeepSeek", Type: "openai", URL: "https://api.deepseek.com/v1", Keys: "https://platform.deepseek.com/api_keys", prefers: []string{"deepseek-chat"}},
		{Name: "xai", Title: "xAI", Type: "openai", URL: "https://api.x.ai/v1", Keys: "https://console.x.ai", prefers: []string{"grok-4"}},
		{Name: "ollama", Title: "Ollama", Type: "openai", URL: "http://127.0.0.1:11434/v1"},
		{Name: "lmstudio", Title: "LM Studio", Type: "openai", URL: "http://127.0.0.1:1234/v1"},
		{Name: "llamacpp", Title: "llama.cpp", Type: "openai", URL: "http://127.0.0.1:8080/v1"},
	}
}

// others are parts of the names of models that do not hold a conversation.
var others = []string{
	"embed", "whisper", "tts", "dall-e", "moderation", "rerank", "image", "audio", "realtime", "transcribe", "guard", "ocr", "speech", "sora", "imagen", "veo", "babbage", "davinci", "aqa", "search",
}

// first is the model that a person begins with who has chosen none: one that the provider's preset prefers,
// else the first that holds conversations.
func first(address string, models []string) string {
	var talk []string
	for _, m := range models {
		if !slices.ContainsFunc(others, func(part string) bool { return strings.Contains(strings.ToLower(m), part) }) {
			talk = append(talk, m)
		}
	}
	for _, p := range Presets() {
		if strings.TrimSuffix(address, "/") != p.URL {
			continue
		}
		for _, part := range p.prefers {
			// The shortest is the family's own name: no date, no "mini".
			named := slices.DeleteFunc(slices.Clone(talk), func(m string) bool { return !strings.Contains(m, part) })
			if len(named) > 0 {
				return slices.MinFunc(named, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
			}
		}
	}
	if len(talk) > 0 {
		return talk[0]
	}
	if len(models) > 0 {
		return models[0]
	}
	return ""
}
