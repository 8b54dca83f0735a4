package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/operator"
	"handrail/operator/news"
	"handrail/tools"
)

// lineLimit is the longest request that `call -` and `call TOOL @FILE` read, in
// bytes: the largest input of a tool (a file of 50 MB), escaped as JSON.
const lineLimit = 128 << 20

// callCmd calls one tool, or those that are asked for on standard input.
type callCmd struct {
	Tool  string   `arg:"" help:"The tool's name, or - to read requests from standard input."`
	Input []string `arg:"" optional:"" help:"A JSON object, @FILE, or key=value pairs."`
	rehearsing
	Session string `help:"Group calls into a session: a file that one call has read, later calls may write." placeholder:"ID"`
}

// Run makes the calls.
func (c callCmd) Run(s *session) (err error) {
	var input json.RawMessage
	var bad error
	if err := c.check(c.Tool); err != nil {
		return err
	}
	if c.Tool != "-" {
		input, bad = s.readInput(c.Input)
	} else if len(c.Input) > 0 {
		return usagef("call - reads requests from standard input: remove the other arguments")
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	defer tellNotices(s, o)()
	title := "call " + c.Tool
	if c.Rehearse {
		title = "rehearse " + c.Tool
	}
	calls, err := space.Calls(operator.CallsConfig{Session: c.Session, Title: title, Live: s.live()})
	if err != nil {
		return err
	}
	defer closing(calls, &err)
	if c.Tool == "-" {
		return s.answer(calls)
	}
	if bad != nil {
		if !s.app.JSON {
			return usage{bad}
		}
		input = json.RawMessage(strings.Join(c.Input, " ")) // refused by the door, which prints its line
	}
	if c.Rehearse {
		return c.run(s, o, space, calls, c.Tool, input)
	}
	id, result, err := calls.Call(s.ctx, c.Tool, input, tools.Scope{})
	if err != nil {
		return s.stopped(id, result, err)
	}
	defer tellPassing(s, o, space, id)
	return s.show(id, result)
}

// tellNotices prints what the person is told while calls are made, until the returned function has been called.
func tellNotices(s *session, o *operator.Operator) (finish func()) {
	return o.News().Attend(func(e news.Event) {
		if e.Kind == news.OnNotice {
			telling(s)(*e.Notice)
		}
	})
}

// telling prints what belongs to no call.
func telling(s *session) func(news.Notice) {
	return func(n news.Notice) {
		fmt.Fprintln(s.Stderr, "handrail:", clean(withAction(n.String(), n.Action)))
	}
}

// live is where a call's output goes while it runs: standard error, where the
// result does not already say it all.
func (out *printer) live() tools.Output {
	if out.app.JSON {
		return nil
	}
	return plainOutput{out.env.Stderr}
}

// stopped prints the result of a call that stopped its run.
func (out *printer) stopped(id string, r tools.Result, err error) error {
	if out.app.JSON {
		if printErr := out.print(lineOf(id, r)); printErr != nil {
			return printErr
		}
	}
	why := "the run was stopped: " + errorText(err)
	if errors.Is(err, context.Canceled) {
		why = "the call was interrupted"
	}
	fmt.Fprintln(out.env.Stderr, "handrail:", indented(why))
	return exit(ExitStopped)
}

// show prints a result, for a person or as a line.
func (out *printer) show(id string, r tools.Result) error {
	code := codeOf(r.Error)
	if out.app.JSON {
		if err := out.print(lineOf(id, r)); err != nil {
			return err
		}
		return exitWith(code)
	}
	if r.Content != "" {
		fmt.Fprint(out.env.Stdout, r.Content)
		if !strings.HasSuffix(r.Content, "\n") {
			fmt.Fprintln(out.env.Stdout)
		}
	}
	for _, p := range r.Parts {
		fmt.Fprintf(out.env.Stderr, "(%s, %d bytes; --json prints it)\n", p.MIME, len(p.Data))
	}
	switch words := actionWords(r.Meta.Advice); {
	case r.Error != nil:
		fmt.Fprintf(out.env.Stderr, "handrail: %s: %s\n", r.Error.Code, indented(withAction(r.Error.Message, r.Error.Action)))
	case words != "":
		fmt.Fprintln(out.env.Stderr, "handrail:", clean(words))
	}
	return exitWith(code)
}

func exitWith(code int) error {
	if code == ExitDone {
		return nil
	}
	return exit(code)
}

// readInput reads the input of a call as the command line gives it: a JSON
// object, @FILE, or key=value pairs, whose values are text. Nothing is {}.
func (in *asker) readInput(args []string) (json.RawMessage, error) {
	switch {
	case len(args) == 0:
		return json.RawMessage("{}"), nil
	case len(args) == 1 && strings.HasPrefix(args[0], "@"):
		return in.readFile(args[0][1:])
	case len(args) == 1 && strings.HasPrefix(strings.TrimSpace(args[0]), "{"):
		return json.RawMessage(args[0]), nil
	}
	return operator.Pairs(args)
}

// readFile reads @FILE; @- is standard input.
func (in *asker) readFile(name string) (json.RawMessage, error) {
	var raw []byte
	var err error
	if name == "-" {
		raw, err = io.ReadAll(io.LimitReader(in.env.Stdin, lineLimit))
	} else {
		if !filepath.IsAbs(name) {
			name = filepath.Join(in.env.Dir, name)
		}
		raw, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the input: %w", err)
	}
	return bytes.TrimPrefix(raw, []byte("\ufeff")), nil
}

// request is a line that `call -` reads (docs/spec/01-command-line.md#calls).
type request struct {
	Type    string          `json:"type"`
	ID      echoed          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	AgentID string          `json:"agentID"`
	Context struct {
		Tools []string `json:"tools"`
	} `json:"context"`
}

// echoed is what names a request for whoever sent it, as they wrote it: a text or a number. nil: they gave it no name.
type echoed json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (e *echoed) UnmarshalJSON(raw []byte) error {
	switch {
	case string(raw) == "null" || string(raw) == `""`:
		*e = nil
	case raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		*e = echoed(slices.Clone(raw))
	default:
		return errors.New("id is a text or a number")
	}
	return nil
}

// or is the name, or that of the call where there is none.
func (e echoed) or(call string) any {
	if e == nil {
		return call
	}
	return json.RawMessage(e)
}

// answer reads requests, a line each, and answers every tool request with a
// line. A dispatch narrows the tools of those that follow. A line that cannot
// be read is answered, too, and the next one is read.
func (s *session) answer(calls *operator.Calls) error {
	lines := s.lines()
	var scope tools.Scope
	worst := ExitDone
	for {
		var next inputLine
		select {
		case next = <-lines:
		case <-s.ctx.Done():
			return exit(ExitStopped)
		}
		line, err := next.text, next.err
		if len(bytes.TrimSpace(line)) > 0 {
			code, stop := s.request(calls, line, &scope)
			if stop != nil {
				return stop
			}
			worst = max(worst, code)
		}
		if errors.Is(err, io.EOF) {
			return exitWith(worst)
		}
		if err != nil {
			return err
		}
	}
}

// An inputLine is a line of standard input, and the error that came with it.
type inputLine struct {
	text []byte
	err  error
}

// lines reads standard input until its end. A read that nobody answers holds up
// one goroutine, and not the end of the program.
func (s *session) lines() <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		in := bufio.NewReaderSize(s.Stdin, 64<<10)
		for {
			text, err := readLine(in)
			select {
			case lines <- inputLine{text, err}:
			case <-s.ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// readLine reads one line of at most lineLimit bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > lineLimit {
			return nil, fmt.Errorf("a request is longer than %d bytes", lineLimit)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// request answers one line. The error ends the session.
func (s *session) request(calls *operator.Calls, line []byte, scope *tools.Scope) (int, error) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil || !utf8.Valid(line) {
		if err == nil {
			err = errors.New("it is not valid UTF-8")
		}
		if r.Type == "dispatch" || bytes.Contains(line, []byte(`"dispatch"`)) {
			*scope = nobodys()
		}
		return s.refuse(r.ID, "the line is not a valid request: %v; send {\"type\":\"tool\",\"name\":…,\"input\":{…}}", err)
	}
	switch r.Type {
	case "dispatch":
		s2, err := calls.Dispatch(r.AgentID, r.Context.Tools)
		if err != nil {
			*scope = nobodys()
			return s.refuse(r.ID, "%v", err)
		}
		*scope = s2
		return ExitDone, nil
	case "tool":
		if len(r.Input) == 0 {
			r.Input = json.RawMessage("{}")
		}
		id, result, err := calls.Call(s.ctx, r.Name, r.Input, *scope)
		if printErr := s.print(lineOf(r.ID.or(id), result)); printErr != nil {
			return ExitFailed, printErr
		}
		if err != nil {
			fmt.Fprintln(s.Stderr, "handrail: the run was stopped:", errorText(err))
			return ExitStopped, exit(ExitStopped)
		}
		return codeOf(result.Error), nil
	}
	return s.refuse(r.ID, "unknown request type %q: use tool or dispatch", r.Type)
}

// nobodys is the scope after a dispatch that failed: what follows it was meant for fewer tools, and has none until the next one.
func nobodys() tools.Scope { return tools.Scope{Context: []string{}} }

// refuse answers a line that is no request.
func (s *session) refuse(id echoed, format string, args ...any) (int, error) {
	e := tools.Errorf(tools.InvalidArgs, format, args...)
	return ExitUsage, s.print(lineOf(id.or(""), tools.Result{Error: e}))
}

// plainOutput prints live output as it comes.
type plainOutput struct{ w io.Writer }

// Stdout implements tools.Output. What a program prints is in the result; live
// it goes to standard error.
func (p plainOutput) Stdout() io.Writer { return p }

// Stderr implements tools.Output.
func (p plainOutput) Stderr() io.Writer { return p }

// Progress implements tools.Output.
func (p plainOutput) Progress(done, total int64, note string) {
	if total > 0 {
		fmt.Fprintf(p.w, "%d of %d %s\n", done, total, clean(note))
		return
	}
	fmt.Fprintln(p.w, clean(note))
}

// Write implements io.Writer.
func (p plainOutput) Write(b []byte) (int, error) {
	if _, err := io.WriteString(p.w, cleanText(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}
