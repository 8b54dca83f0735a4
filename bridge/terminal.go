package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/terminal"
	"handrail/tools"
	"handrail/tools/spoken"
)

// A Terminal asks on a terminal: it implements tools.Confirmer. Only a typed
// "y" runs; an empty line denies. What is longer than a screen must be paged
// through to its end before y is offered. What was typed before a question
// stood there does not answer it.
type Terminal struct {
	keys    *keyboard
	out     io.Writer
	columns func() int
	slot    chan struct{} // holds a token while a question or a form stands there
	pause   func() (resume func())
	closers []io.Closer
}

// onTerminal holds a token while a question or a form stands on the terminal of this process: there is one, however often
// it was opened.
var onTerminal = make(chan struct{}, 1)

// ofProcess makes it one way among several to the terminal of this process: on all of them together one question or form
// stands at a time, and nothing else is written below it.
func (t *Terminal) ofProcess() *Terminal {
	t.slot, t.pause = onTerminal, terminal.Pause
	return t
}

// acquire waits until nothing else stands there. What was typed by then answers nothing that comes after.
func (t *Terminal) acquire(ctx context.Context) (release func(), err error) {
	select {
	case t.slot <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if ctx.Err() != nil { // both were due
		<-t.slot
		return nil, ctx.Err()
	}
	resume := func() {}
	if t.pause != nil {
		resume = t.pause()
	}
	t.keys.forget()
	return func() {
		resume()
		<-t.slot
	}, nil
}

// NewTerminal asks by writing to out and reading lines from in. Columns is the
// width of the terminal; 0 means 80. If in has no deadlines, as an *os.File of
// a terminal or pipe has, a question that is taken back keeps reading one line
// more, which it throws away.
func NewTerminal(in io.Reader, out io.Writer, columns int) *Terminal {
	if columns <= 0 {
		columns = 80
	}
	return &Terminal{
		keys: newKeyboard(in), out: out,
		columns: func() int { return columns },
		slot:    make(chan struct{}, 1),
	}
}

// Close closes a terminal that OpenTerminal opened.
func (t *Terminal) Close() error {
	var errs []error
	for _, c := range t.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

const whereTerminal = "terminal"

// Confirm implements tools.Confirmer.
func (t *Terminal) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	release, err := t.acquire(ctx)
	if err != nil {
		return tools.Answer{}, err
	}
	defer release()
	if q.Limit <= 0 {
		q.Limit = tools.AnswerLimit
	}
	within, cancel := context.WithTimeout(ctx, q.Limit)
	defer cancel()
	answer, err := t.converse(within, q)
	switch {
	case ctx.Err() != nil:
		t.say("\nWithdrawn.\n")
		return tools.Answer{}, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		t.say("\nNobody answered within %s: expired.\n", span(q.Limit))
		answer = tools.Answer{Verdict: tools.Expire, Reason: fmt.Sprintf("nobody answered within %s", span(q.Limit))}
	case errors.Is(err, io.EOF):
		answer = tools.Answer{Verdict: tools.Expire, Reason: "the terminal was closed without an answer"}
	case err != nil:
		return tools.Answer{}, fmt.Errorf("the terminal cannot be asked: %w", err)
	}
	answer.Where = whereTerminal
	return answer, nil
}

// converse shows the question and reads until it is answered.
func (t *Terminal) converse(ctx context.Context, q tools.Question) (tools.Answer, error) {
	s := newSheet(q, min(max(t.columns()-3, 20), dialogColumns), spoken.English)
	all := s.all()
	p := prompt{long: s.size() > dialogLines, lines: len(all), yes: cmp.Or(strings.ToLower(q.Yes), "run once"), limit: q.Limit, always: len(q.Offers) > 0, edit: q.Input != nil}
	p.seen = !p.long
	t.say("\n%s\n%s\n\n", s.heading, strings.Join(s.about, "\n"))
	if p.long {
		t.say("%s… and %d more lines\n", lines(all[:glimpse]), len(all)-glimpse)
	} else {
		t.say("%s", lines(all))
	}
	for {
		t.say("\n%s ", p)
		line, err := t.keys.line(ctx)
		if errors.Is(err, errStale) {
			t.say("(typed before the question was here; please answer again)")
			continue
		}
		if err != nil {
			return tools.Answer{}, err
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word = strings.ToLower(word); {
		case word == "" || rest == "" && (word == "n" || word == "no"):
			return tools.Answer{Verdict: tools.Deny}, nil
		case word == "d":
			return tools.Answer{Verdict: tools.Deny, Reason: reasonOf(rest)}, nil
		case rest == "" && (word == "y" || word == "yes") && p.seen:
			return tools.Answer{Verdict: tools.RunOnce}, nil
		case rest == "" && (word == "y" || word == "yes" || word == "a" && p.always) && !p.seen:
			t.say("You haven't seen all of it yet. Read it first.\n")
		case rest == "" && word == "a" && p.always:
			if offer, err := t.always(ctx, q.Offers); offer != "" || err != nil {
				return tools.Answer{Verdict: tools.RunOnce, Offer: offer}, err
			}
		case word == "i" && rest == "" && p.edit:
			t.say("%s", lines(rows(terminal.Visible(indented(q.Input)), dialogColumns)))
		case word == "e" && p.edit:
			input, err := edited(q.Input, rest)
			if err == nil {
				return tools.Answer{Verdict: tools.RunOnce, Input: input}, nil // what becomes of it is asked about
			}
			t.say("%v\n", err)
		case word == "r" && rest == "" && p.long:
			ended, err := t.page(ctx, all)
			if err != nil {
				return tools.Answer{}, err
			}
			p.seen = p.seen || ended
		default:
			t.say("That isn't one of the answers.\n")
		}
	}
}

// always lists the lasting yeses, each of which is all that its line says, and
// reads the number of one. Anything else is the way back: "".
func (t *Terminal) always(ctx context.Context, offers []tools.Offer) (string, error) {
	for i, o := range offers {
		t.say("%3d  %s\n", i+1, strings.ReplaceAll(terminal.Visible(o.Label), "\n", "⟨U+000A⟩"))
	}
	var back []string
	for _, o := range offers {
		command := "`handrail grants revoke`"
		if o.Server != "" {
			command = "`handrail servers allow " + terminal.Visible(o.Server) + " --reset`"
		}
		if !slices.Contains(back, command) {
			back = append(back, command)
		}
	}
	t.say("You can take it back at any time: in the settings, or with %s.\nnumber: run it now, and always allow what that line says; Enter: back to the question > ", strings.Join(back, " or "))
	line, err := t.keys.line(ctx)
	if errors.Is(err, errStale) {
		return "", nil
	}
	if n, no := strconv.Atoi(strings.TrimSpace(line)); err == nil && no == nil && n >= 1 && n <= len(offers) {
		return offers[n-1].ID, nil
	}
	return "", err
}

// page shows rows a screen at a time and reports whether the end was reached.
func (t *Terminal) page(ctx context.Context, rs []row) (bool, error) {
	for from := 0; ; {
		to := min(from+dialogLines, len(rs))
		t.say("%s", lines(rs[from:to]))
		if to == len(rs) {
			return true, nil
		}
		t.say("lines %d to %d of %d, Enter: go on, q: stop > ", from+1, to, len(rs))
		line, err := t.keys.line(ctx)
		switch {
		case errors.Is(err, errStale):
			continue // the same lines again
		case err != nil:
			return false, err
		case strings.TrimSpace(line) != "":
			return false, nil
		}
		from = to
	}
}

// say writes to the terminal. One that cannot be written to cannot be read
// from either, which is noticed there.
func (t *Terminal) say(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// span is a duration in the words of a person.
func span(d time.Duration) string {
	switch {
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%d s", d.Round(time.Second)/time.Second)
	}
	return d.String()
}
