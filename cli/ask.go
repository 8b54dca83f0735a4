package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/machines"
)

// An asker reads what the person types, and asks before something lasts.
type asker struct {
	env *Env
	app *app
	ctx context.Context // ends with Ctrl-C
}

// ask asks on the terminal and returns the line that is typed then. What was
// typed or pasted before the question stood there is no answer to it.
func (in *asker) ask(question string) string {
	terminal.Forget(in.env.Stdin)
	fmt.Fprint(in.env.Stderr, question)
	typed := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in.env.Stdin).ReadString('\n') // no answer is a no
		typed <- line
	}()
	select {
	case line := <-typed:
		return strings.TrimSpace(line)
	case <-in.ctx.Done(): // what is typed later nobody reads: the program ends
		fmt.Fprintln(in.env.Stderr)
		return ""
	}
}

// saysYes asks for a typed yes.
func (in *asker) saysYes(question string) bool {
	return isYes(in.ask("\n" + question + " Type yes: "))
}

// isYes reports whether an answer is a yes.
func isYes(answer string) bool {
	answer = strings.ToLower(answer)
	return answer == "yes" || answer == "y"
}

// yes asks at a terminal. Anything but yes is a refusal; what says what did not
// happen to it.
func (in *asker) yes(question, what string) error {
	if !in.atTerminal() {
		fmt.Fprintf(in.env.Stderr, "Nothing was %s: there is no terminal to ask in. To go ahead without asking, add --yes.\n", what)
		return exit(ExitRefused)
	}
	if !isYes(in.ask(question + " Type yes: ")) {
		fmt.Fprintf(in.env.Stderr, "Nothing was %s.\n", what)
		return exit(ExitRefused)
	}
	return nil
}

// atTerminal reports whether there is a person to ask.
func (in *asker) atTerminal() bool { return terminal.Is(in.env.Stdin) && !in.app.JSON }

// A prompter reads the lines of a conversation. It reads only while it is asked
// to: whatever is typed while a call is asked about is the answer to that.
type prompter struct {
	in   *bufio.Reader
	tty  *os.File // in, if it is a terminal
	read chan prompt
}

// A prompt is what the person typed; ok is false at the end of the input.
type prompt struct {
	text string
	ok   bool
}

func newPrompter(stdin io.Reader) *prompter {
	p := &prompter{in: bufio.NewReader(stdin), read: make(chan prompt, 1)}
	if terminal.Is(stdin) {
		p.tty, _ = stdin.(*os.File)
	}
	return p
}

// next waits for a prompt; ok is false at the end of the input and when the
// person interrupts it, after which there is no next one.
func (p *prompter) next(ctx context.Context) (text string, ok bool) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	go func() { p.read <- p.line() }()
	select {
	case got := <-p.read:
		return got.text, got.ok
	case <-ctx.Done():
	}
	return "", false
}

// line reads a line, and from a terminal all lines that came with it: what is
// pasted is one prompt.
func (p *prompter) line() prompt {
	var lines []string
	for {
		line, err := p.in.ReadString('\n')
		if line != "" {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
		if err != nil || p.tty == nil || p.in.Buffered() == 0 && !terminal.Ready(p.tty) {
			return prompt{strings.Join(lines, "\n"), len(lines) > 0}
		}
	}
}

// inboxCmd is what waits for the person, on all of their machines.
type inboxCmd struct {
	List  inboxListCmd  `cmd:"" default:"1" help:"List what waits for you on your paired machines, of which this is one."`
	Show  inboxShowCmd  `cmd:"" help:"Show all that a waiting call would do."`
	Allow inboxAllowCmd `cmd:"" help:"Let a waiting call run once, after showing all of it."`
	Deny  inboxDenyCmd  `cmd:"" help:"Decline a waiting call."`
}

// answerPatience is how long the command line waits for another machine's answer.
const answerPatience = 10 * time.Second

type inboxListCmd struct{}

// askLine is a question in JSON.
type askLine struct {
	ID      string    `json:"id"`
	Machine string    `json:"machine"`
	Space   string    `json:"space"`
	Tool    string    `json:"tool"`
	Title   string    `json:"title"`
	Detail  string    `json:"detail"`
	Why     string    `json:"why"`
	Caller  string    `json:"caller"`
	Digest  string    `json:"digest"`
	Asked   time.Time `json:"asked"`
}

// askLineOf is a question as it is listed.
func askLineOf(ctx context.Context, desk *machines.Desk, a machines.Ask) (askLine, machines.Act, error) {
	act, err := a.Act()
	p := act.Preview
	return askLine{a.ID[:8], desk.NameOf(ctx, a.Machine), act.Space, act.Tool, p.Title, p.Detail, act.Reason, act.Caller.String(), p.Digest, a.Asked}, act, err
}

// openInbox opens the inbox, with what lies on the server, if that is reached.
func openInbox(s *session) (*operator.Operator, *machines.Desk, error) {
	o, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	desk := operator.MachinesOf(o)
	if desk.On(s.ctx) {
		if err := connectTo(s, desk); err != nil {
			fmt.Fprintf(s.Stderr, "Your other machines cannot be reached now, so this may be old: %s\n", clean(err.Error()))
		}
	}
	return o, desk, nil
}

// Run lists what waits.
func (inboxListCmd) Run(s *session) (err error) {
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	asks, err := desk.Asks(s.ctx)
	if err != nil {
		return err
	}
	lines := []askLine{}
	for _, a := range asks {
		line, _, err := askLineOf(s.ctx, desk, a)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	if s.app.JSON {
		return s.print(map[string]any{"waiting": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stderr, "Nothing waits for you.")
		if !desk.On(s.ctx) {
			fmt.Fprintln(s.Stderr, "This machine is paired with none (handrail machines), so what waits here stands only in the window or terminal that asks.")
		}
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tMACHINE\tSPACE\tASKED\tWHAT")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.ID, clean(l.Machine), clean(filepath.Base(l.Space)), l.Asked.Local().Format("2006-01-02 15:04"), clean(cut(l.Title, 80)))
	}
	return w.Flush()
}

type inboxShowCmd struct {
	ID string `arg:"" help:"The question's id, or its beginning."`
}

// Run shows a question whole.
func (c inboxShowCmd) Run(s *session) (err error) {
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	a, err := desk.FindAsk(s.ctx, c.ID)
	if err != nil {
		return usage{err}
	}
	return showAsk(s, desk, a)
}

// showAsk shows all that a question shows where it comes from.
func showAsk(s *session, desk *machines.Desk, a machines.Ask) error {
	line, act, err := askLineOf(s.ctx, desk, a)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(line)
	}
	w := s.Stdout
	lines := func(text string) {
		for part := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(w, "    %s\n", cleanText(part))
		}
	}
	fmt.Fprintf(w, "%s\n%s on %s, in %s, with %s\n", clean(line.Title), clean(line.Caller), clean(line.Machine), clean(line.Space), clean(line.Tool))
	lines(line.Detail)
	if f := act.Preview.Folder; f != "" && f != line.Space {
		fmt.Fprintf(w, "  in %s\n", clean(f))
	}
	if len(act.Would) > 0 {
		fmt.Fprintf(w, "  It would %s\n", clean(strings.Join(act.Would, ", ")))
	} else {
		for _, e := range act.Preview.Effects {
			fmt.Fprintf(w, "  %s %s\n", clean(string(e.Kind)), clean(e.Target))
		}
	}
	fmt.Fprintf(w, "Asks because: %s\n", clean(line.Why))
	for _, p := range act.Came {
		var text strings.Builder
		for _, part := range p.Parts {
			text.WriteString(part.Text)
		}
		fmt.Fprintf(w, "Came in from %s:\n", clean(p.From.String()))
		lines(text.String())
	}
	return nil
}

type inboxAllowCmd struct {
	ID string `arg:"" help:"The question's id, or its beginning."`
}

// Run shows a question and asks, at a terminal alone: no program says yes for the person.
func (c inboxAllowCmd) Run(s *session) (err error) {
	if err := ownHand("answering questions"); err != nil {
		return err
	}
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	a, err := desk.FindAsk(s.ctx, c.ID)
	if err != nil {
		return usage{err}
	}
	if !s.atTerminal() {
		fmt.Fprintln(s.Stderr, "Nothing was answered: only somebody at a terminal can say yes.")
		return exit(ExitRefused)
	}
	if err := showAsk(s, desk, a); err != nil {
		return err
	}
	if !s.saysYes(fmt.Sprintf("Run it once on %s?", clean(desk.NameOf(s.ctx, a.Machine)))) {
		fmt.Fprintln(s.Stderr, "Nothing was answered. To decline it: handrail inbox deny "+a.ID[:8])
		return exit(ExitRefused)
	}
	return answerAsk(s, desk, a, true, "")
}

type inboxDenyCmd struct {
	ID     string `arg:"" help:"The question's id, or its beginning."`
	Reason string `help:"Why, for the agent to read."`
}

// Run declines a question.
func (c inboxDenyCmd) Run(s *session) (err error) {
	if err := ownHand("answering questions"); err != nil {
		return err
	}
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	a, err := desk.FindAsk(s.ctx, c.ID)
	if err != nil {
		return usage{err}
	}
	return answerAsk(s, desk, a, false, c.Reason)
}

// answerAsk sends an answer, and says what became of it.
func answerAsk(s *session, desk *machines.Desk, a machines.Ask, run bool, reason string) error {
	if err := desk.Answer(s.ctx, a, run, reason); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(s.ctx, answerPatience)
	defer stop()
	became, err := desk.Became(ctx, a.Key)
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case ctx.Err() != nil:
		fmt.Fprintf(s.Stderr, "%s cannot be reached now. Your answer waits, and counts if it is the first to come there.\n", clean(desk.NameOf(s.ctx, a.Machine)))
		return nil
	case err != nil:
		return err
	}
	text, counted := desk.Say(s.ctx, became)
	fmt.Fprintln(s.Stderr, clean(text))
	if !counted {
		return exit(ExitRefused)
	}
	return nil
}

// waits tells whoever looks at standard error that a call waits for another machine.
func waits(s *session) func(title string) {
	return func(title string) {
		fmt.Fprintf(s.Stderr, "Nobody can be asked here, so your other machines are: %s\n", clean(title))
	}
}
