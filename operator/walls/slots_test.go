package walls

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

// asClaimer makes the test program another Handrail, which claims cache slots below
// the folder that it names.
const asClaimer = "HANDRAIL_TEST_SLOTS"

// Processes that claim cache slots at the same moment never get the same one.
func TestCacheSlotHasOneOwner(t *testing.T) {
	if top := os.Getenv(asClaimer); top != "" {
		claimSlots(t, top)
		return
	}
	const (
		processes = 4
		rounds    = 1000
	)
	type claimer struct {
		ask    io.WriteCloser
		answer *bufio.Reader
	}
	top := t.TempDir()
	var claimers []claimer
	for range processes {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCacheSlotHasOneOwner$")
		c.Env, c.Stderr = append(os.Environ(), asClaimer+"="+top), os.Stderr
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Wait() }()
		defer func() { _ = in.Close() }() // it ends with its questions
		claimers = append(claimers, claimer{in, bufio.NewReader(out)})
	}
	// all sends every process a word, and then reads what each answers.
	all := func(word string) (answers []string) {
		for _, c := range claimers {
			if _, err := io.WriteString(c.ask, word+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range claimers {
			line, err := c.answer.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, line)
		}
		return answers
	}
	shared := 0
	for range rounds {
		owners := map[string]bool{}
		for _, slot := range all("claim") {
			owners[slot] = true
		}
		if len(owners) != processes {
			shared++
		}
		all("free")
	}
	if shared > 0 {
		t.Errorf("in %d of %d rounds two processes had the same slot", shared, rounds)
	}
}

// claimSlots claims a slot or frees it whenever a line says so.
func claimSlots(t *testing.T, top string) {
	var mine slots
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		switch lines.Text() {
		case "claim":
			slot, err := mine.claim(top, "off")
			if err != nil {
				t.Fatal(err)
			}
			fmt.Println(slot)
		case "free":
			mine.free()
			fmt.Println("free")
		}
	}
}
