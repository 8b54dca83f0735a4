package memory

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/builtins"
	"handrail/internal/confine"
	"handrail/tools"
)

// What a model reads about each tool.
//
//go:embed describe/*.md
var descriptions embed.FS

// timeLimit is how long a call may take.
const timeLimit = 10 * time.Second

// A Source provides memory_read and memory_write (docs/spec/05-built-in-tools.md#memory).
type Source struct {
	file   File
	making func() (made func(context.Context) error)
	list   []tools.Tool

	mu   sync.Mutex
	read map[string]confine.State // what each session has read whole
}

// NewSource makes the tools of a space's memory. making is called before memory_write makes the file, and what it
// returns afterwards; nil: nobody minds.
func NewSource(f File, making func() (made func(context.Context) error)) (*Source, error) {
	s := &Source{file: f, making: making, read: map[string]confine.State{}}
	read, errRead := tools.Define[readInput, tools.Result](s.info("memory_read", "Read the memory", "library"), s.settleRead)
	write, errWrite := tools.Define[writeInput, tools.Result](s.info("memory_write", "Remember", "bookmark"), s.settleWrite)
	s.list = []tools.Tool{read, write}
	return s, errors.Join(errRead, errWrite)
}

func (s *Source) info(name, title, icon string) tools.Info {
	text, _ := descriptions.ReadFile("describe/" + name + ".md") // it is embedded
	facts, _ := builtins.Of(name)
	return tools.Info{
		Name: name, Title: title, Icon: icon, Description: strings.TrimSpace(string(text)), Category: "memory", Source: "builtin", Facts: facts,
		SideEffect: facts.Changes, Danger: tools.Safe, Timeout: timeLimit,
	}
}

// Namespace implements tools.Source.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.list, nil }

type readInput struct {
	Query string `json:"query,omitempty" doc:"Only the paragraphs with these words"`
}

func (s *Source) settleRead(_ context.Context, call tools.Call, in readInput) (tools.Act[tools.Result], error) {
	p, err := s.file.path()
	if err != nil {
		return tools.Act[tools.Result]{}, fail(err)
	}
	title := tools.Say(tools.TitleReadMemory)
	if in.Query != "" {
		title = tools.Say(tools.TitleSearchMemory, strconv.Quote(in.Query))
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRead, Target: p.Abs}}, Digest: tools.Digest("memory_read", p.Abs, in.Query)}.Titled(title),
		Run:     func(context.Context, tools.Output) (tools.Result, error) { return s.remembered(call.Session, in.Query) },
	}, nil
}

// remembered is what the memory holds, or what of it has the words of a query.
func (s *Source) remembered(session, query string) (tools.Result, error) {
	if strings.TrimSpace(query) != "" {
		text, _, err := s.file.text()
		if err != nil {
			return tools.Result{}, fail(err)
		}
		if strings.TrimSpace(text) != "" {
			found := Find(text, query)
			if len(found) == 0 {
				return tools.Result{Content: "(no paragraph of the memory has these words)"}, nil
			}
			return tools.Result{Content: strings.Join(found, "\n\n")}, nil
		}
	}
	text, state, err := s.file.Read()
	if err != nil {
		return tools.Result{}, fail(err)
	}
	const most = tools.ContentLimit - 4096 // so that no result is cut, even if a secret in it is replaced by a longer mark
	if len(text) > most {                  // the person has written more; what agents wrote last is at the end
		return tools.Result{Content: fmt.Sprintf("(only the end; read has all of %s)\n…%s", Name, strings.ToValidUTF8(text[len(text)-most:], ""))}, nil
	}
	s.know(session, state)
	if strings.TrimSpace(text) == "" {
		return tools.Result{Content: "(the memory is empty)"}, nil
	}
	return tools.Result{Content: strings.TrimRight(text, "\n")}, nil
}

// know notes that a session has read the memory whole, as it is now.
func (s *Source) know(session string, state confine.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read[session] = state
}

func (s *Source) knows(session string, state confine.State) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, read := s.read[session]
	return !state.Exists || read && known.Same(state)
}

type writeInput struct {
	Content string `json:"content" doc:"What to remember, in Markdown; an empty line parts paragraphs"`
	Mode    string `json:"mode,omitempty" enum:"append,overwrite" doc:"append adds it at the end, which is usual; overwrite puts it in the place of all that was there"`
}

func (s *Source) settleWrite(_ context.Context, call tools.Call, in writeInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	w := writing{source: s, session: call.Session, text: strings.Trim(Clean(in.Content), "\n"), overwrite: in.Mode == "overwrite"}
	if strings.TrimSpace(w.text) == "" && !w.overwrite {
		return none, tools.Errorf(tools.InvalidArgs, "there is nothing to remember: content has no text")
	}
	p, err := s.file.path()
	if err != nil {
		return none, fail(err)
	}
	old, state, err := s.file.Read()
	if err != nil {
		return none, fail(err)
	}
	next, err := w.next(old, state)
	if err != nil {
		return none, err
	}
	preview := tools.Preview{
		Detail:  udiff.Unified(Name, Name, old, next),
		Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: p.Abs}}, Digest: tools.Digest("memory_write", "append", p.Abs, w.text),

		Layered: true,
	}.Titled(tools.Say(tools.TitleRemember, firstWords(w.text)))
	if w.overwrite {
		preview = preview.Titled(tools.Say(tools.TitleRewrite))
		preview.Digest = tools.Digest("memory_write", "overwrite", p.Abs, w.text, state.SHA256)
	}
	return tools.Act[tools.Result]{Preview: preview, Run: w.run}, nil
}

// firstWords are the beginning of a text, for a title.
func firstWords(text string) string {
	const most = 80
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	if more {
		line += " …"
	}
	return line
}

// A writing is a change of the memory that is settled.
type writing struct {
	source    *Source
	session   string
	text      string
	overwrite bool
}

// next is the memory after the change.
func (w writing) next(old string, state confine.State) (string, error) {
	switch {
	case !w.overwrite:
		return Append(old, w.text), nil
	case !w.source.knows(w.session, state):
		return "", tools.Errorf(tools.PermissionDenied, "overwrite replaces all that is remembered, and this session has not read all of it as it is now: call memory_read without a query first, and keep what matters")
	}
	return Append("", w.text), nil
}

// run makes the change. A session that knew the memory knows it afterwards.
func (w writing) run(ctx context.Context, _ tools.Output) (tools.Result, error) {
	var now string
	var made func(context.Context) error
	knew := false
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	err := w.source.file.Change(ctx, Most, func(old string, state confine.State) (next string, err error) {
		knew = w.source.knows(w.session, state)
		if !state.Exists && w.source.making != nil {
			made = w.source.making()
		}
		now, err = w.next(old, state)
		return now, err
	})
	if err == nil && made != nil {
		err = made(ctx)
	}
	if err != nil {
		return tools.Result{}, fail(err)
	}
	if knew {
		w.source.know(w.session, confine.StateOf([]byte(now)))
	}
	return tools.Result{Content: fmt.Sprintf("Remembered. %d of %d bytes are used.", len(now), Most)}, nil
}

// fail makes of an error one that an agent can learn from.
func fail(err error) error {
	var known *tools.Error
	var size *confine.SizeError
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, ErrFull):
		return tools.Errorf(tools.TooLarge, "%v", err)
	case errors.As(err, &size):
		return tools.Errorf(tools.TooLarge, "%s has %d bytes, and %d can be read: the person can make it shorter", Name, size.Size, size.Max)
	case errors.Is(err, context.DeadlineExceeded):
		return tools.Errorf(tools.Timeout, "another program has held the memory for %s: try again", timeLimit)
	}
	return tools.Errorf(tools.ExecutionFailed, "%v", err)
}

// LockIn is the file by which processes take turns to change the memory of a space, in a folder of the app's: not
// in the space, where its programs could hold it.
func LockIn(data, space string) string {
	return filepath.Join(data, "memory", tools.Digest("memory", space)[:16]+".lock")
}
