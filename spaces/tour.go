package spaces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// TourFile holds the tour of a space: turns that are played in a model's place (docs/spec/14-agents.md).
const TourFile = "agent/tour.jsonl"

// MaxTour is how many bytes a tour may have.
const MaxTour = 4 << 20

// Tour is the key of a tour among what a space declares.
var Tour = struct{ Kind, Name string }{"tour", "tour"}

// A playedTurn is what matters of one line of a tour for those who are asked to trust it: that line may hold more.
type playedTurn struct {
	Text  string `json:"text"`
	Calls []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"calls"`
}

// tour notices agent/tour.jsonl.
func (l *loader) tour() {
	if !l.files.exists(TourFile) {
		return
	}
	l.space.declares(TourFile)
	data, ok := l.files.read(TourFile, MaxTour)
	if !ok {
		return
	}
	detail, rights := tourDetail(data)
	l.space.addItem(Item{Kind: Tour.Kind, Name: Tour.Name, File: TourFile, SHA256: digest(data), Detail: detail, Rights: rights})
}

// tourDetail says what a tour does: what it calls by itself, as a model would. rights are the tools that it calls.
func tourDetail(data []byte) (detail string, rights []string) {
	turns := 0
	var calls []string
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		turns++
		var t playedTurn
		if json.Unmarshal(line, &t) != nil {
			calls = append(calls, fmt.Sprintf("turn %d can't be read", turns))
			continue
		}
		for _, c := range t.Calls {
			if right := "calls " + c.Name; !slices.Contains(rights, right) {
				rights = append(rights, right)
			}
			calls = append(calls, strings.TrimSpace(fmt.Sprintf("calls %s %s", oneLine(c.Name), compact(c.Arguments)))) // whole: an end that is cut could be what matters
		}
	}
	head := fmt.Sprintf("answers you in a model's place when you take the tour, with %d turns", turns)
	return strings.Join(append([]string{head}, calls...), "\n"), rights
}

// compact is a JSON value on one line; nothing where there is none.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if len(raw) == 0 || json.Compact(&b, raw) != nil {
		return ""
	}
	return b.String()
}

// oneLine writes blanks of all sorts as one, so that text stays on its line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
