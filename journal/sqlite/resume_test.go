package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// helpResume resumes the run "open" once a line comes, says what came of it, starts a call
// and waits to be killed.
func helpResume(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	fmt.Println("open")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return err
	}
	err = s.Cuts().Resume(ctx, "open", journal.New("open", "", journal.Resumed, journal.ResumedData{By: "a test"}))
	if err != nil {
		fmt.Println("lost:", errors.Is(err, ErrNotCut))
		select {}
	}
	if err := s.Record(ctx, journal.New("open", "c2", journal.Called, nil), journal.New("open", "c2", journal.Started, nil)); err != nil {
		return err
	}
	fmt.Println("won")
	select {}
}

// A run that was cut is resumed by one process of several, and while that lives by nobody
// else. If it dies as well, the second attempt of its call is closed as the first one was,
// and the run can be resumed again.
func TestResumedByOneOfSeveral(t *testing.T) {
	path := journalIn(t)
	cmd, out := start(t, "mid-call", path)
	line(t, out)
	s := open(t, Config{Path: path})
	says(t, s.Cuts().Resume(t.Context(), "open"), ErrNotCut, "goes on already")
	says(t, s.Cuts().Resume(t.Context(), "nothing"), ErrUnknownRun, "nothing")
	kill(t, cmd)

	const many = 4
	var cmds [many]*exec.Cmd
	var outs [many]*bufio.Scanner
	var in [many]*os.File
	for i := range many {
		cmds[i], outs[i], in[i] = startWaiting(t, "resume", path)
		line(t, outs[i])
	}
	for _, w := range in {
		if _, err := w.WriteString("go\n"); err != nil {
			t.Fatal(err)
		}
	}
	winner := -1
	for i := range many {
		switch said := line(t, outs[i]); said {
		case "won":
			if winner >= 0 {
				t.Error("two have resumed it")
			}
			winner = i
		case "lost: true":
		default:
			t.Errorf("a helper says %q", said)
		}
	}
	if winner < 0 {
		t.Fatal("nobody has resumed it")
	}
	if r := theRun(t, s, "open"); r.State != journal.Running || r.Reason != "" || !r.Ended.IsZero() {
		t.Errorf("it is %+v", r)
	}
	says(t, s.Cuts().Resume(t.Context(), "open"), ErrNotCut, "goes on already")
	kill(t, cmds[winner])
	if err := s.Cuts().Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := theRun(t, s, "open"); r.State != journal.Unknown || r.Ended.IsZero() {
		t.Errorf("it is %+v", r)
	}
	var c2 []string
	for _, e := range events(t, s, "open") {
		if e.Call == "c2" || e.Kind == journal.Resumed {
			var d struct{ Unknown bool }
			_ = json.Unmarshal(e.Data, &d) // of the others it says nothing
			c2 = append(c2, strings.TrimSuffix(fmt.Sprintf("%s %t", e.Kind, d.Unknown), " false"))
		}
	}
	if got, want := strings.Join(c2, ", "), "called, started, output, finished true, resumed, called, started, finished true"; got != want {
		t.Errorf("the call: %s\nwant      %s", got, want)
	}

	if err := s.Cuts().Resume(t.Context(), "open", journal.New("open", "", journal.Resumed, nil)); err != nil {
		t.Fatal(err)
	}
	record(t, s, ended("open"))
	says(t, s.Cuts().Resume(t.Context(), "open"), ErrNotCut, "ended as done")
}

// What is written when a run goes on is written with it or not at all, and is redacted.
func TestResumeIsOneAct(t *testing.T) {
	path := journalIn(t)
	var told []journal.Kind
	s := open(t, Config{
		Path: path, Notify: func(list []journal.Event) {
			for _, e := range list {
				told = append(told, e.Kind)
			}
		},
		Redact: func(raw json.RawMessage) json.RawMessage {
			return json.RawMessage(strings.ReplaceAll(string(raw), "hush", "***"))
		},
	})
	begin(t, s, "r")
	record(t, s, journal.New("r", "", journal.Ended, journal.EndedData{State: journal.Unknown, Reason: "cut"}))
	told = nil
	other := journal.New("nothing", "", journal.Returned, nil)
	if err := s.Cuts().Resume(t.Context(), "r", other); err == nil || len(told) > 0 {
		t.Errorf("an event of another run: %v, %v", err, told)
	}
	if r := theRun(t, s, "r"); r.State != journal.Unknown || r.Reason != "cut" {
		t.Errorf("it is %+v", r)
	}
	if err := s.Cuts().Resume(t.Context(), "r", journal.New("r", "", journal.Resumed, journal.ResumedData{By: "hush"})); err != nil {
		t.Fatal(err)
	}
	list := events(t, s, "r")
	if last := list[len(list)-1]; last.Kind != journal.Resumed || !strings.Contains(string(last.Data), "***") || len(told) != 1 {
		t.Errorf("the last event is %s %s; told: %v", last.Kind, last.Data, told)
	}
	record(t, s, text("r", "more")) // the run is this Store's
	if r := theRun(t, s, "r"); r.State != journal.Running || time.Since(r.Started) < 0 {
		t.Errorf("it is %+v", r)
	}
}
