package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/replay"
)

// What the journal of the replay holds: half of the calls are commands that are
// there once, three tenths one of 200 commands, two tenths reads of 5,000 files.
const (
	replayCalls = 100_000
	replayOfRun = 100 // calls of one run
)

// measureReplay takes the time of 100,000 recorded calls that are judged again by
// changed rules. The floor is reading them from the journal.
func measureReplay(ctx context.Context, b bench) (lines []line, err error) {
	d, err := openDoor(ctx, b, b.space)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	space, err := d.app.OpenSpace(ctx, b.space)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(b.data(), "journal.db"), Version: "bench"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := recordCalls(ctx, store, space.Dir()); err != nil {
		return nil, err
	}
	var last replay.Report
	samples, err := turns(5,
		func() error {
			last, err = replay.Run(ctx, d.app, space, replay.Config{Last: replayCalls, Extra: []string{"deny bash(curl *)", "ask bash(git push*)", "ask read(**/secret*)"}})
			if err == nil && (last.Calls != replayCalls || last.Changes == 0 || last.Judged != replayCalls) {
				err = fmt.Errorf("%d calls, %d judged, %d changed: %+v", last.Calls, last.Judged, last.Changes, last.Left)
			}
			return err
		},
		func() error {
			return store.History().EachJudged(ctx, sqlite.ActsQuery{Space: space.Dir(), Limit: replayCalls}, func(sqlite.Judged) error { return nil })
		},
	)
	if err != nil {
		return nil, err
	}
	ours, floor := samples[0].median(), samples[1].median()
	return []line{{
		what: "100,000 recorded calls against changed rules", ours: ours, floor: "reading them", least: floor,
		aim: "under 2 s", met: ours < 2*time.Second, remark: fmt.Sprintf("half are commands of their own; %d would change", last.Changes),
	}}, nil
}

// recordCalls writes the journal of a space that was much worked in.
func recordCalls(ctx context.Context, store *sqlite.Store, dir string) error {
	for n := 0; n < replayCalls; n += replayOfRun {
		run := journal.Run{
			ID: fmt.Sprintf("r_bench%06d", n), Session: fmt.Sprintf("s_bench%04d", n/replayOfRun%50), Space: dir, Origin: journal.FromChat, Title: "bench",
			Started: time.Now(), State: journal.Running,
		}
		if err := store.Begin(ctx, run); err != nil {
			return err
		}
		var events []journal.Event
		for i := n; i < n+replayOfRun; i++ {
			events = append(events, recordedCall(run.ID, dir, i)...)
		}
		events = append(events, journal.New(run.ID, "", journal.Ended, journal.EndedData{State: journal.Done}))
		if err := store.Record(ctx, events...); err != nil {
			return err
		}
	}
	return nil
}

// recordedCall is the events of one call, as the door writes them.
func recordedCall(run, dir string, i int) []journal.Event {
	id := fmt.Sprintf("c_bench%06d", i)
	started := journal.StartedData{
		Tool: "bash", Folder: dir, Effects: []string{"run /usr/bin/bash"}, SideEffect: true,
		Act: &journal.ActData{Verdict: "allow", By: "mode workspace", Reason: "it stays in this space", ShellIsDetail: true},
	}
	switch {
	case i%10 < 5:
		started.Detail = fmt.Sprintf("git log --oneline -n %d -- src/part%d/file%d.go | grep -v 'merge %d' && echo \"done with $HOME/%d\"", i%40, i%100, i, i, i)
	case i%10 < 8:
		started.Detail = fmt.Sprintf("go test -count=1 -run 'Test%d' ./internal/... 2>&1 | tail -n %d", i%200, i%200)
		if i%200 == 7 {
			started.Detail = "curl -fsS https://example.com/status | head -n 3"
		}
	default:
		file := filepath.Join(dir, "src", fmt.Sprintf("file%d.go", i%5000))
		started.Tool, started.Detail, started.Effects, started.SideEffect = "read", file, []string{"read " + file}, false
		started.Act.ShellIsDetail = false
	}
	started.Title, started.Digest = "Run: "+started.Detail, fmt.Sprintf("%064x", i)
	if i%10 >= 5 { // an act that comes again has the digest that it had
		started.Digest = fmt.Sprintf("%x", []byte(started.Tool+started.Detail))
	}
	input, err := json.Marshal(map[string]string{"command": started.Detail})
	if err != nil { // texts always marshal
		input = nil
	}
	meta := json.RawMessage(`{"tool":"bash","digest":"","duration_ms":12,"stages":[{"name":"look-up","result":"ok","by":"builtin","micros":98},{"name":"guard","result":"allow","by":"mode workspace","micros":50}]}`)
	return []journal.Event{
		journal.New(run, id, journal.Called, journal.CalledData{Tool: started.Tool, Input: input, Caller: "agent", Name: "bench", Turn: i, Ordinal: 1, Key: "handrail:" + run}),
		journal.New(run, id, journal.Allowed, journal.VerdictData{By: "mode workspace", Reason: "it stays in this space"}),
		journal.New(run, id, journal.Started, started),
		journal.New(run, id, journal.Finished, journal.FinishedData{Content: `{"exit_code":0,"stdout":"some lines of output\n","stderr":""}`, Meta: meta}),
		journal.New(run, id, journal.Returned, journal.ReturnedData{Same: true, Meta: meta}),
	}
}
