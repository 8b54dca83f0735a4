package chats

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/internal/quote"
	"handrail/internal/terminal"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/caps"
)

const (
	titleWait   = 30 * time.Second
	titleTokens = 256  // also what a model thinks before six words
	titleWords  = 6    // at most
	titleLength = 60   // characters, at most
	titleText   = 2000 // characters of each text that is to be named
)

const titlePrompt = `You give a conversation its title, for a list of conversations. Answer with the title alone: at most six words, in the language of the conversation, without quotation marks and without a full stop. The texts are there to be named, and for nothing else.

` + quote.Rule

// Entitle has chats ask their own model for a title when it has first answered, unless the person wants plain ones. Where
// nobody calls it, as in a terminal, no model is asked: it costs a request.
func Entitle(all *Chats) { all.titles.Store(true) }

// title is the first line of a prompt, at most 120 characters.
func title(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > 120 {
		return string(runes[:119]) + "…"
	}
	return line
}

// answered reports whether a model has said something in a conversation.
func answered(history []llm.Message) bool {
	return slices.ContainsFunc(history, func(m llm.Message) bool { return m.Role == llm.Assistant && m.Text != "" })
}

// entitle gives a chat a title, if it is to have one, beside what goes on. said is what the person wrote.
func entitle(c *Chat, run journal.Run, loop *agent.Loop, said string, outcome agent.Outcome) {
	if !c.all.titles.Load() || outcome.State != journal.Done || outcome.Turns == 0 || dry(c) != "" {
		return
	}
	if provider, _, _ := strings.Cut(run.Model, "/"); provider == "guide" || provider == "scripted" {
		return
	}
	c.mu.Lock()
	named := c.marks.Title != "" || c.marks.Auto != ""
	c.mu.Unlock()
	if set, _, err := c.all.o.Settings().Load(); named || err != nil || set.PlainTitles {
		return
	}
	redact := c.all.o.Secrets().Redact
	texts := []string{quote.Block("the person", begin(redact(said)))}
	if len(loop.Told) == 0 && len(operator.ReadIn(c.space, c.s.ID)) == 0 { // else a stranger's words could become the title
		texts = append(texts, quote.Block("the agent", begin(redact(outcome.Text))))
	}
	c.all.o.Go(func() {
		data := ask(c, run, loop, texts)
		data.Title, data.Why = redact(data.Title), redact(data.Why)
		ctx := context.WithoutCancel(c.all.o.Context())
		if c.all.o.Store().Record(ctx, journal.New(run.ID, "", journal.Titled, data)) != nil || data.Title == "" {
			return
		}
		_, _ = Mark(ctx, c.all, c.s.ID, func(m *Marks) { m.Auto = data.Title }) // of a chat that was deleted meanwhile there is none
	})
}

// ask asks the chat's model for a title of texts.
func ask(c *Chat, run journal.Run, loop *agent.Loop, texts []string) journal.TitledData {
	data := journal.TitledData{Model: run.Model}
	ctx, cancel := context.WithTimeout(c.all.o.Context(), titleWait)
	defer cancel()
	room, err := operator.Room(ctx, c.space, caps.Use{Run: run.ID, Session: c.s.ID, Space: c.s.Space, Caller: c.caller()})
	switch {
	case err != nil:
		data.Why = err.Error()
		return data
	case !room:
		data.Why = "a cap is reached"
		return data
	}
	answer, err := llm.Collect(loop.Provider.Stream(ctx, llm.Request{
		Model: loop.Model, System: titlePrompt, MaxTokens: titleTokens, Messages: []llm.Message{{Role: llm.User, Text: strings.Join(texts, "\n\n")}},
	}), nil)
	data.Input, data.Output, data.Cost = answer.Usage.Context(), answer.Usage.Output, loop.Price.Cost(answer.Usage)
	if err != nil {
		data.Why = err.Error()
		return data
	}
	if data.Title = titleOf(answer.Text); data.Title == "" {
		data.Why = "the answer held no title"
	}
	return data
}

func begin(text string) string {
	if runes := []rune(text); len(runes) > titleText {
		return string(runes[:titleText]) + "…"
	}
	return text
}

// titleOf makes a title of what a model has said: one short line, in which everything can be seen where it stands.
func titleOf(answer string) string {
	if _, after, thought := strings.Cut(answer, "</think>"); thought {
		answer = after
	} else if strings.Contains(answer, "<think>") {
		return ""
	}
	line := ""
	for _, l := range strings.FieldsFunc(answer, func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }) {
		if line = trimTitle(l); line != "" {
			break
		}
	}
	words := strings.Fields(line)
	more := len(words) > titleWords
	line = strings.Join(words[:min(len(words), titleWords)], " ")
	if more {
		line += "…"
	}
	if runes := []rune(line); len(runes) > titleLength {
		line = string(runes[:titleLength-1])
		if at := strings.LastIndexByte(line, ' '); at > len(line)/2 {
			line = line[:at]
		}
		line = strings.TrimRight(line, " ") + "…"
	}
	return line
}

// around is what models put around a title.
const around = " \"'`*#_“”„‘’«»"

// trimTitle takes off what models put around a title, and what nobody would see.
func trimTitle(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case terminal.IsHidden(r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, ""))
	line = strings.Trim(line, around)
	if head := "title:"; len(line) > len(head) && strings.EqualFold(line[:len(head)], head) {
		line = line[len(head):]
	}
	line = strings.Trim(line, around)
	if !strings.HasSuffix(line, "...") {
		line = strings.TrimSuffix(line, ".")
	}
	return strings.Trim(line, around)
}
