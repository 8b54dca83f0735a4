package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"handrail/internal/dev/pty"
)

// hostile is what must never reach a terminal: it sets the title, clears the
// screen, turns text around, colours it by C1 as UTF-8, hides, and goes back.
const hostile = "\x1b]0;pwn\x07\x1b[2J\u202e\u009b31m\u200bx\rlie"

// written is the beginning of hostile as it is written out.
const written = "⟨U+001B⟩]0;pwn"

// A hostileSpace is one of whose texts every one is hostile, and an installation
// with hostile servers, rules and programs.
type hostileSpace struct {
	*served
	made map[string]string // what a verb needs by name
}

// encoded is a text of JSON and of YAML.
func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func newHostileSpace(t *testing.T) *hostileSpace {
	s := newServed(t)
	bad := encoded(t, hostile)
	raw := hostile + "\x9b31m\xff"
	files := map[string]string{
		"plain.txt": raw + "\n", "name" + raw + ".txt": raw,
		"space.manifest.json":           `{"id":` + bad + `,"name":` + bad + `,"description":` + bad + `,"icon":` + bad + `,` + bad + `:1}`,
		"agent/config.md":               "---\nid: helper\nname: " + bad + "\ndescription: " + bad + "\n---\n" + hostile,
		"agent/tools/show.md":           "---\nid: show\nname: Show\ndescription: " + bad + "\nsideEffect: false\ncommand: \"cat plain.txt; cat plain.txt >&2; ls; exit 3\"\n---\n" + hostile,
		"agent/tools/t" + raw + ".md":   "---\nid: " + bad + "\nname: " + bad + "\n---\n",
		"agent/skills/skill.md":         "---\nname: skill\ndescription: " + bad + "\ntriggers: [" + bad + "]\n---\n" + hostile,
		"agent/skills/s" + raw + ".md":  "---\nname: " + bad + "\n" + bad + ": " + bad + "\n---\n" + hostile,
		"agent/hooks/hooks.json":        `{"hooks":[{"id":"says","type":"pre_tool","tools":["listdir"],"command":"cat plain.txt >&2; exit 1","blocking":true},{"id":` + bad + `,"type":"pre_tool","tools":[` + bad + `],"command":` + bad + `},{"id":"x","type":` + bad + `}]}`,
		"agent/hooks/h" + raw + ".json": raw,
		"ctxnest.json":                  `{"hands":{` + bad + `:{"command":"cat plain.txt","description":` + bad + `}},` + bad + `:` + bad + `}`,
		".mcp.json":                     `{"mcpServers":{` + bad + `:{"command":` + bad + `,"args":[` + bad + `]},"own":{"command":"mcp-peer","args":["-word",` + bad + `],"env":{"A":` + bad + `}}}}`,
		"turns.jsonl":                   `{"text":` + bad + `,"calls":[{"name":"show","arguments":{}},{"name":` + bad + `,"arguments":{}},{"name":"read","arguments":{"path":` + bad + `}}]}` + "\n" + `{"text":` + bad + `}` + "\n",
		"agent/tour.jsonl":              `{"text":` + bad + `,"calls":[{"name":"read","arguments":{"path":"plain.txt"}}]}` + "\n" + `{"text":"end"}` + "\n",
		"MEMORY.md":                     "Kim " + hostile + "\n\n" + hostile + "\n",
		"package.json":                  `{"name":` + bad + `,"scripts":{"build":` + bad + `,` + bad + `:"x"}}`,
	}
	for name, text := range files {
		path := filepath.Join(s.space, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	home := filepath.Dir(s.space)
	for name, text := range map[string]string{
		"config/settings.json": `{"rules":{"ask":[` + encoded(t, "bash("+hostile+")") + `],"deny":["grep(` + "*zzz*" + `)"]},"tools":{"mcp_servers":{` +
			`"peer":{"command":"mcp-peer","args":["-word",` + bad + `,"-says",` + bad + `]},"dead":{"command":"mcp-peer","args":["-fail",` + bad + `]},` +
			bad + `:{"command":"x"}}},` + bad + `:` + bad + `}`,
		".cursor/mcp.json": `{"mcpServers":{` + bad + `:{"command":` + bad + `,"env":{` + bad + `:` + bad + `}}}}`,
	} {
		path := filepath.Join(home, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	// the folder itself is called so as well
	moved := filepath.Join(home, "space"+hostile)
	if err := os.Rename(s.space, moved); err != nil {
		t.Fatal(err)
	}
	s.space = moved
	return &hostileSpace{served: s, made: map[string]string{}}
}

// A verbCall is one use of a verb: NAME stands for what made has.
type verbCall struct {
	verb  string // as the help has it
	args  []string
	stdin string
	keep  string // a pattern; its group of what is printed is made[verb]
}

// verbCalls are uses of every verb, in an order in which each finds something.
func verbCalls() []verbCall {
	bad := hostile
	return []verbCall{
		{verb: "check"},
		{verb: "space trust", args: []string{"--yes"}},
		{verb: "space trust", args: []string{"--show"}},
		{verb: "tools list"}, {verb: "tools off", args: []string{bad}}, {verb: "tools on", args: []string{bad}},
		{verb: "call", args: []string{"show"}}, {verb: "call", args: []string{"read", "path=plain.txt"}}, {verb: "call", args: []string{"listdir", "path=."}},
		{verb: "call", args: []string{"glob", "pattern=*.txt"}}, {verb: "call", args: []string{bad, bad}}, {verb: "call", args: []string{"peer__echo", "value=" + bad}},
		{verb: "call", args: []string{"bash", "command=cat plain.txt; ls; sed p plain.txt >&2"}},
		{verb: "call", args: []string{"-"}, stdin: `{"type":"tool","name":"read","input":{"path":"plain.txt"},"id":` + `"\u001b[2J\u202e"}` + "\n" + bad + "\n"},
		{verb: "run", args: []string{"--model", "scripted/turns.jsonl", bad}}, {verb: "run", args: []string{"--tour"}},
		{verb: "chats list"}, {verb: "chats list", args: []string{"--all"}}, {verb: "chats search", args: []string{bad}}, {verb: "chats search", args: []string{"--here", "h"}},
		{verb: "chats rename", args: []string{bad, bad}}, {verb: "chats pin", args: []string{bad}}, {verb: "chats archive", args: []string{bad, "--undo"}}, {verb: "chats delete", args: []string{bad, "--yes"}},
		{verb: "run", args: []string{"--rehearse", "--discard", "--model", "scripted/turns.jsonl", bad}}, {verb: "chat", args: []string{"--rehearse", "--model", "scripted/turns.jsonl"}, stdin: "hello " + bad + "\n/review\n"},
		{verb: "chat", args: []string{"--model", "scripted/turns.jsonl"}, stdin: "hello " + bad + "\n/read path=plain.txt\n/show\n/" + bad + "\n"},
		{verb: "mcp serve", args: []string{"--help"}}, {verb: "mcp token add", args: []string{bad}}, {verb: "mcp token list"}, {verb: "mcp token revoke", args: []string{bad}},
		{verb: "mcp serve", stdin: bad + "\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"\u001b[2J","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"},
		{verb: "servers list"}, {verb: "servers show", args: []string{"own"}}, {verb: "servers show", args: []string{"peer"}}, {verb: "servers show", args: []string{bad}},
		{verb: "servers add", args: []string{bad, "--", "x"}}, {verb: "servers add", args: []string{"more", "--", bad, bad}}, {verb: "servers remove", args: []string{"more"}},
		{verb: "servers test"}, {verb: "servers test", args: []string{"peer"}}, {verb: "servers test", args: []string{"dead"}},
		{verb: "servers log", args: []string{"dead"}}, {verb: "servers log", args: []string{"peer"}},
		{verb: "servers needs", args: []string{bad}}, {verb: "servers needs", args: []string{"peer", bad}}, {verb: "servers allow", args: []string{"peer", bad}}, {verb: "servers off", args: []string{"peer"}}, {verb: "servers on", args: []string{"peer"}},
		{verb: "servers offer", args: []string{"peer"}}, {verb: "servers hide", args: []string{"peer"}}, {verb: "servers changes", args: []string{"peer"}},
		{verb: "servers approve", args: []string{"peer", "--yes"}}, {verb: "servers secure", args: []string{bad}},
		{verb: "servers import"}, {verb: "servers import", args: []string{bad}}, {verb: "servers programs"},
		{verb: "servers connect", args: []string{"cursor", "--yes"}}, {verb: "servers connect", args: []string{bad}}, {verb: "servers undo", args: []string{"cursor"}},
		{verb: "servers disconnect", args: []string{bad}}, {verb: "servers sign-in", args: []string{bad}}, {verb: "servers sign-out", args: []string{bad}},
		{verb: "hooks list"}, {verb: "hooks test", args: []string{"says", `{"tool":"listdir","input":{"path":"."}}`}}, {verb: "hooks test", args: []string{bad, bad}},
		{verb: "hooks disable", args: []string{bad}}, {verb: "hooks enable", args: []string{bad}},
		{verb: "call", args: []string{"bash", "command=echo plain > '" + bad + "'; cat plain.txt", "--rehearse"}}, {verb: "rehearsals list", keep: `(h_\w+)`},
		{verb: "rehearsals show", args: []string{"MADE rehearsals list"}}, {verb: "rehearsals show", args: []string{bad}}, {verb: "rehearsals keep", args: []string{"MADE rehearsals list", "--only", bad}},
		{verb: "rehearsals drop", args: []string{"MADE rehearsals list"}},
		{verb: "stop"}, {verb: "caps show"}, {verb: "caps set", args: []string{bad, "1"}}, {verb: "caps set", args: []string{"run.calls", "7"}}, {verb: "caps price", args: []string{bad, "1", "2"}}, {verb: "jobs list"}, {verb: "jobs stop", args: []string{bad}},
		{verb: "runs list", keep: `(r_\w+)`}, {verb: "runs show", args: []string{"MADE runs list"}}, {verb: "runs show", args: []string{"--events", "MADE runs list"}},
		{verb: "runs export", args: []string{"MADE runs list"}}, {verb: "runs export", args: []string{"--format", "csv", "MADE runs list"}}, {verb: "runs show", args: []string{bad}}, {verb: "runs undo", args: []string{"--dry-run", "MADE runs list"}}, {verb: "runs undo", args: []string{bad}},
		{verb: "runs resume", args: []string{bad}}, {verb: "runs resume", args: []string{"MADE runs list", "--happened", bad}}, {verb: "chat", args: []string{"--branch", bad}}, {verb: "chat", args: []string{"--branch", "MADE runs list"}},
		{verb: "origins list"}, {verb: "origins clear", args: []string{bad}}, {verb: "memory show"}, {verb: "memory edit", args: []string{bad, bad}}, {verb: "memory forget", args: []string{bad}},
		{verb: "data show"}, {verb: "data keep", args: []string{"--days", "30", "--yes"}}, {verb: "data export", args: []string{bad}}, {verb: "data delete", args: []string{"--here", "--yes"}},
		{verb: "proxy show"}, {verb: "proxy set", args: []string{bad}}, {verb: "proxy test", args: []string{bad}}, {verb: "proxy none"}, {verb: "proxy environment"},
		{verb: "web show"}, {verb: "web allow", args: []string{bad}}, {verb: "web disallow", args: []string{bad}}, {verb: "web search", args: []string{bad}}, {verb: "web search", args: []string{"searxng", "--url", bad}},
		{verb: "web test", args: []string{bad}}, {verb: "web off"}, {verb: "web on"}, {verb: "web follow"}, {verb: "pages list"}, {verb: "pages open", args: []string{bad}},
		{verb: "channels add", args: []string{"ops", bad}}, {verb: "channels add", args: []string{bad, "webhook"}, stdin: bad}, {verb: "channels list"}, {verb: "channels test", args: []string{bad}}, {verb: "channels remove", args: []string{bad}},
		{verb: "machines server", args: []string{bad}}, {verb: "machines list"}, {verb: "machines pair", args: []string{bad}}, {verb: "machines unpair", args: []string{bad}}, {verb: "machines record", args: []string{bad}},
		{verb: "machines outbox list"}, {verb: "machines outbox retry", args: []string{bad}}, {verb: "machines outbox drop", args: []string{bad}},
		{verb: "inbox list"}, {verb: "inbox show", args: []string{bad}}, {verb: "inbox allow", args: []string{bad}}, {verb: "inbox deny", args: []string{bad}},
		{verb: "outbox list"}, {verb: "outbox retry", args: []string{bad}}, {verb: "outbox drop", args: []string{bad}},
		{verb: "grants list"}, {verb: "grants revoke", args: []string{bad}}, {verb: "grants widen", args: []string{bad}},
		{verb: "space new", args: []string{"new" + bad}}, {verb: "space scaffold", args: []string{"."}}, {verb: "space network"}, {verb: "space network", args: []string{bad}},
		{verb: "space restore", args: []string{bad}},
		{verb: "rules list"}, {verb: "rules add", args: []string{"deny", "bash(" + bad + ")"}}, {verb: "rules revoke", args: []string{"deny", bad}},
		{verb: "rules test", args: []string{"bash", "command=echo " + bad}}, {verb: "rules test", args: []string{"read", "path=" + bad}}, {verb: "rules replay"}, {verb: "rules elsewhere"},
		{verb: "secrets list"}, {verb: "secrets set", args: []string{bad}, stdin: bad}, {verb: "secrets remove", args: []string{bad}},
		{verb: "doctor"}, {verb: "open", args: []string{bad}}, {verb: "space distrust"},
		{verb: "check", args: []string{bad}}, {verb: bad}, {verb: "run", args: []string{"--agent", bad, "x"}}, {verb: "run", args: []string{"--model", bad, "x"}},
	}
}

// TestNoVerbLetsOthersActOnTheTerminal runs every verb of the command line, for
// people and with --json, on a real terminal over a space in which everything is
// hostile.
func TestNoVerbLetsOthersActOnTheTerminal(t *testing.T) {
	s := newHostileSpace(t)
	left := map[string]bool{}
	help, err := s.command("--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z][a-z -]*[a-z])( [<\[].*)?$`).FindAllStringSubmatch(string(help), -1) {
		left[m[1]] = true
	}
	if len(left) < 50 {
		t.Fatalf("the help lists only %d verbs", len(left))
	}
	shown := 0
	for _, c := range verbCalls() {
		runs := [][]string{{"--confirm", "allow"}}
		if left[c.verb] { // its first use
			runs = append(runs, []string{"--json", "--confirm", "allow"})
		}
		delete(left, c.verb)
		var args []string
		if c.verb == hostile {
			args = []string{hostile}
		} else {
			args = strings.Fields(c.verb)
		}
		for _, a := range c.args {
			if name, ok := strings.CutPrefix(a, "MADE "); ok {
				a = s.made[name]
			}
			args = append(args, a)
		}
		for _, more := range runs {
			printed := s.onTerminal(append(more, args...), c.stdin)
			if err := acts(printed); err != nil {
				t.Errorf("handrail %q: %v in\n%q", args, err, printed)
			}
			if strings.Contains(printed, written) || strings.Contains(printed, `\u001b]0;pwn`) {
				shown++
			}
			if c.keep != "" {
				if m := regexp.MustCompile(c.keep).FindStringSubmatch(printed); m != nil {
					s.made[c.verb] = m[1]
				}
			}
		}
	}
	for verb := range left {
		t.Errorf("%q is not tried here", verb)
	}
	if shown < 60 { // else the space is not as hostile as it means to be
		t.Errorf("only %d outputs had something hostile to show", shown)
	}
}

// onTerminal is what a terminal gets from the program, which reads stdin.
func (s *hostileSpace) onTerminal(args []string, stdin string) string {
	s.t.Helper()
	person, program := pty.Open(s.t)
	cmd := s.command(args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Stdin = s.space, program, program, strings.NewReader(stdin)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask on
	var got strings.Builder
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(&got, person) // ends with the last end of the terminal
	}()
	err := cmd.Run()
	if exit := (&exec.ExitError{}); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	_ = program.Close()
	<-done
	return got.String()
}

// acts says what of a text does more on a terminal than to be shown. The
// terminal itself puts a CR before each line end.
func acts(printed string) error {
	text := strings.ReplaceAll(printed, "\r\n", "\n")
	if !utf8.ValidString(text) {
		return errors.New("bytes that are no UTF-8")
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return fmt.Errorf("%U", r)
		}
	}
	return nil
}

// Standard output and standard error are terminals or not each by itself; a pipe
// gets the bytes as they are.
func TestAPipeGetsTheBytes(t *testing.T) {
	s := newHostileSpace(t)
	person, program := pty.Open(t)
	cmd := s.command("call", "read", "path=plain.txt")
	cmd.Dir, cmd.Stderr = s.space, program
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), hostile) {
		t.Errorf("a pipe got %q", out)
	}
	cmd = s.command("call", "read", "path=plain.txt")
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.space, program, nil
	screen := newScreen(person)
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	screen.expect(t, written)
}
