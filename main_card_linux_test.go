package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/bridge/bridgetest"
	"handrail/bridge/card"
)

// shownCard is a card on a screen.
type shownCard struct {
	t      *testing.T
	screen *bridgetest.Screen
	ended  chan ending
}

// showACard has the built program show a card, and waits until it is there.
func showACard(t *testing.T, screen *bridgetest.Screen, c card.Card) *shownCard {
	t.Helper()
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), built(t, "handrail-desktop"), card.Argument)
	var out, stderr bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = screen.Env(), bytes.NewReader(raw), &out, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &shownCard{t: t, screen: screen, ended: make(chan ending, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait() // the code says it
		s.ended <- ending{stdout: strings.TrimSpace(out.String()), stderr: stderr.String(), code: cmd.ProcessState.ExitCode()}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has ended if all went well
		<-done
	})
	if c.Behind {
		if !bridgetest.Eventually(func() bool { return screen.Windows(c.Title) > 0 }) {
			screen.Fatalf("the card does not come up")
		}
	} else {
		screen.Window(c.Title)
	}
	return s
}

// end is how it has ended.
func (s *shownCard) end() ending {
	s.t.Helper()
	select {
	case e := <-s.ended:
		return e
	case <-time.After(time.Minute):
		s.screen.Fatalf("the card does not end")
	}
	return ending{}
}

// open holds that it has not ended by what was pressed before.
func (s *shownCard) open(after string) {
	s.t.Helper()
	s.screen.Run("xdotool", "getwindowfocus") // what was pressed has been delivered
	if len(s.ended) > 0 {
		s.t.Fatalf("%s ends it: %+v", after, <-s.ended)
	}
}

func aCard(text string) card.Card {
	return card.Card{
		Title: "Handrail: run bash? — A card", Heading: "The agent asks to run bash", About: []string{"Chat: “A card”", "Space: /space"}, Text: text, Marked: []int{0},
		Buttons: []card.Button{{Label: "Deny"}, {Label: "Run once", Late: true}},
	}
}

// Nothing that is pressed before a card has settled answers it, and afterwards no key does but on a button that the person has
// gone to.
func TestACardTakesNoKeys(t *testing.T) {
	screen := bridgetest.Start(t)
	early := aCard("rm -rf ./cache")
	early.Settles = 3_600_000
	s := showACard(t, screen, early)
	screen.Press("space", "Return", "Tab", "space", "Tab", "Return", "Escape", "alt+F4")
	s.open("what was typed for something else")

	screen = bridgetest.Start(t)
	s = showACard(t, screen, aCard("rm -rf ./cache"))
	screen.Type("a sentence for something else\n")
	s.open("typing")
	screen.Picture(t.ArtifactDir() + "/card.png")
	screen.Press("Tab", "Tab", "Return")
	if got := s.end(); got.code != card.ExitPressed || got.stdout != "Run once" {
		t.Errorf("it ends with %+v", got)
	}
}

// What runs can be pressed only when the end of a long text was in sight.
func TestACardIsReadToItsEnd(t *testing.T) {
	screen := bridgetest.Start(t)
	long := aCard(strings.Repeat("echo step\n", 200) + "rm -rf ./cache")
	long.Marked = []int{200}
	s := showACard(t, screen, long)
	screen.Picture(t.ArtifactDir() + "/long.png")
	screen.Press("ctrl+End")
	bridgetest.Eventually(func() bool { // it scrolls there in its own time; before, Return is on the text again
		screen.Press("Tab", "Tab", "Return")
		return len(s.ended) > 0
	})
	if got := s.end(); got.stdout != "Run once" {
		t.Errorf("read to its end, it ends with %+v", got)
	}
	s = showACard(t, screen, long)
	screen.Press("Tab", "Tab", "Tab", "Return")
	if got := s.end(); got.stdout != "Deny" {
		t.Errorf("not read, it ends with %+v", got)
	}
	s = showACard(t, screen, long)
	screen.Press("Escape")
	if got := s.end(); got.code != card.ExitClosed {
		t.Errorf("closed, it ends with %+v", got)
	}
}

// What comes over standard input and is no card is not shown.
func TestWhatIsNoCard(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), built(t, "handrail-desktop"), card.Argument)
	cmd.Stdin = strings.NewReader(`{"title":"x"}`)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the card has no button") {
		t.Errorf("%v: %s", err, out)
	}
}

// In German a card asks in German, what it says by codes, too; what becomes of that is told in English.
func TestTheCardIsGerman(t *testing.T) {
	s, screen := onScreen(t)
	settings := filepath.Join(filepath.Dir(s.space), "config", "settings.json")
	if err := os.WriteFile(settings, []byte(`{"language":"de","rules":{"ask":["bash(rm *)"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := s.command("call", "bash", "command=rm -r sub")
	cmd.Path = built(t, "handrail-desktop")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Window("Handrail: bash ausführen? — space")
	screen.Picture(t.ArtifactDir() + "/german.png")
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	bridgetest.Eventually(func() bool { // before it has settled, nothing counts
		screen.Press("Escape")
		return len(ended) > 0
	})
	if err := <-ended; err == nil || !strings.Contains(stderr.String(), "the dialog was closed without an answer") {
		t.Errorf("%v: %s", err, stderr.String())
	}
}
