package agent

import (
	"errors"
	"fmt"
	"strings"

	"handrail/agent/llm"
)

// takesNoImages reports whether an error may mean that the model's server does
// not take images. No protocol says which models see: servers refuse in words of
// their own.
func takesNoImages(err error) bool {
	if errors.Is(err, llm.BadRequest) {
		return true
	}
	if !errors.Is(err, llm.UnknownModel) && !errors.Is(err, llm.ServerFailed) {
		return false
	}
	text := strings.ToLower(err.Error())
	for _, word := range []string{"image", "vision", "multimodal"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// withoutImages puts a text in the place of every image of a conversation, and
// returns how many there were.
func withoutImages(history []llm.Message) int {
	n := 0
	for i := range history {
		m := &history[i]
		n += len(m.Images)
		m.Text, m.Images = leftOutOf(m.Text, m.Images), nil
		for j := range m.Results {
			r := &m.Results[j]
			n += len(r.Images)
			r.Text, r.Images = leftOutOf(r.Text, r.Images), nil
		}
	}
	return n
}

func leftOutOf(text string, images []llm.Image) string {
	for _, img := range images {
		text = strings.TrimLeft(fmt.Sprintf("%s\n[an image, %s, %d bytes, was left out: this model does not take images]", text, img.MIME, len(img.Data)), "\n")
	}
	return text
}
