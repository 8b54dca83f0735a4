package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"handrail/internal/terminal"
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
