package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// TestAJobInTheWindow is a sitting in which an agent leaves a program running
// in the background: the window shows it, and takes it along when it is closed.
func TestAJobInTheWindow(t *testing.T) {
	w := openTheWindow(t)
	w.write(filepath.Join(w.space, "serve.sh"), `echo shelf server 1.4
echo reading books.csv
echo listening on http://127.0.0.1:8010
while :; do date +%s%N > beat; sleep 0.1; done
`)
	w.model.Play(
		modeltest.Turn{
			Text:  []string{"I start the shelf's server."},
			Calls: []modeltest.Call{{ID: "serve", Name: "bash", Arguments: `{"command": "sh serve.sh", "background": true}`}},
		},
		modeltest.Turn{Text: []string{"It runs."}},
	)
	w.goTo("new chat")
	run := w.ask("Serve the shelf")
	asked := false
	w.until("the job to beat", func() bool {
		if !asked && w.screen.Windows("Handrail: run") > 0 { // no walls here, so it asks
			asked = true
			w.screen.Press("Tab", "Return")
		}
		return w.beat() != ""
	})
	w.ending(run, journal.Done)
	w.goTo("jobs")
	w.shoot("jobs")
	w.goTo("sandbox and network")
	w.shoot("walls")
	w.screen.Close()
	w.until("the app to end", func() bool { return len(w.ended) > 0 })
	if err := <-w.ended; err != nil {
		t.Errorf("the app ended with %v", err)
	}
	last, since := w.beat(), time.Now()
	w.until("the job to beat no more", func() bool {
		if now := w.beat(); now != last {
			last, since = now, time.Now()
		}
		return time.Since(since) > time.Second
	})
}

// beat is what the job has written last; "" if it has not.
func (w *sitting) beat() string {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.space, "beat"))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return string(raw)
}
