package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"handrail/operator"
	"handrail/operator/settings"
	"handrail/tools"
)

// stopRuns is how many runs are stopped, each with a program that it waits for and one in the background.
const stopRuns = 50

// measureStop takes the time in which another process stops everything that goes on in this one, beside killing as many bare
// programs and waiting for their ends.
func measureStop(ctx context.Context, b bench) (lines []line, err error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	app, err := operator.Open(ctx, operator.Config{
		Dirs: settings.Dirs{Config: b.config(), Data: b.data()}, Version: "bench", Home: home, Environ: settings.TerminalEnviron(),
		Helper: b.handrail, Confirmer: func(*operator.Operator) tools.Confirmer { return yes{} },
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	space, err := app.OpenSpace(ctx, b.space)
	if err != nil {
		return nil, err
	}
	var ended sync.WaitGroup
	for range stopRuns {
		if err := beginRun(ctx, space, &ended); err != nil {
			return nil, err
		}
	}
	for { // until the programs run
		if going, err := filepath.Glob(filepath.Join(b.space, "going-*")); err != nil || len(going) == stopRuns {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	stop := exec.CommandContext(ctx, b.handrail, "stop")
	stop.Env = append(os.Environ(), "HANDRAIL_CONFIG_DIR="+b.config(), "HANDRAIL_DATA_DIR="+b.data())
	began := time.Now()
	out, err := stop.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	ended.Wait()
	ours := time.Since(began)
	floor, err := killBare(ctx, 2*stopRuns)
	if err != nil {
		return nil, err
	}
	return []line{{
		what: fmt.Sprintf("stop of %d runs with a job each, from another process", stopRuns), ours: ours, floor: fmt.Sprintf("kill of %d bare programs", 2*stopRuns), least: floor,
		aim: "within a second", met: ours <= time.Second,
	}}, nil
}

// beginRun begins a run with a job in the background and a call that goes on.
func beginRun(ctx context.Context, space *operator.Space, ended *sync.WaitGroup) error {
	ctx, cancel := context.WithCancel(ctx)
	calls, err := space.Calls(operator.CallsConfig{Cancel: cancel})
	if err != nil {
		cancel()
		return err
	}
	call := func(input map[string]any) error {
		raw, err := json.Marshal(input)
		if err == nil {
			_, _, err = calls.Call(ctx, "bash", raw, tools.Scope{})
		}
		return err
	}
	if err := call(map[string]any{"command": "exec sleep 600", "background": true}); err != nil {
		cancel()
		return errors.Join(err, calls.Close())
	}
	ended.Go(func() {
		defer cancel()
		_ = call(map[string]any{"command": "touch going-$$; exec sleep 600", "timeout": 300}) // it is cancelled
		_ = calls.Close()
	})
	return nil
}

// killBare is how long it takes to kill programs and to see their ends.
func killBare(ctx context.Context, n int) (time.Duration, error) {
	var list []*exec.Cmd
	for range n {
		cmd := exec.CommandContext(ctx, "sleep", "600")
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		list = append(list, cmd)
	}
	began := time.Now()
	for _, cmd := range list {
		if err := cmd.Process.Kill(); err != nil {
			return 0, err
		}
	}
	for _, cmd := range list {
		_ = cmd.Wait() // it was killed
	}
	return time.Since(began), nil
}
