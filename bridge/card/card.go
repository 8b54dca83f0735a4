// Package card is the native dialog in which a call asks, as a program of its own
// (docs/decisions/0175-the-card.md): it reads what to show from standard input, shows it, and
// prints which button was pressed. It decides nothing, and knows no tools.
package card

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Argument starts the program with the window as this one.
const Argument = "--card"

// A Card is what is shown. Its text is literal, and Visible.
type Card struct {
	Title   string   `json:"title"`
	Heading string   `json:"heading"`
	About   []string `json:"about"`   // lines of prose above the act
	Text    string   `json:"text"`    // the act, monospaced, which scrolls where it is long
	Marked  []int    `json:"marked"`  // lines of it that are marked, from 0
	Hint    string   `json:"hint"`    // what to do before the late buttons can be pressed
	Buttons []Button `json:"buttons"` // from the left
	Parent  int      `json:"parent"`  // the process whose window it stands by; 0: none
	Behind  bool     `json:"behind"`  // the person is at work elsewhere: it takes no keyboard, and waits to be looked at
	Dark    bool     `json:"dark"`
	Settles int      `json:"settles"` // how long nothing that is pressed counts, in ms from when it is seen
}

// A Button of a card.
type Button struct {
	Label string `json:"label"`
	// Late can be pressed only when the end of the text has been seen.
	Late bool `json:"late"`
}

// Settles is how long nothing that is pressed counts, usually.
const Settles = 600 * time.Millisecond

// How the program ends. Any other code is no answer.
const (
	ExitPressed = 91 // the label of the button is on standard output
	ExitClosed  = 93 // closed by the window manager, or by Escape
)

// most is how long what is read may be.
const most = 16 << 20

// read reads a card from standard input.
func read(in io.Reader) (Card, error) {
	var c Card
	raw, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return c, fmt.Errorf("read the card: %w", err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, errors.New("what came over standard input is no card: Handrail itself starts this program to ask")
	}
	if len(c.Buttons) == 0 {
		return c, errors.New("the card has no button")
	}
	c.Text = strings.ToValidUTF8(c.Text, "\uFFFD")
	return c, nil
}
