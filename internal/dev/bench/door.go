package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"handrail/operator"
	"handrail/operator/settings"
	"handrail/tools"
)

// yes is a person who answers at once, so that what is measured is the door
// and not the person.
type yes struct{}

// Confirm implements tools.Confirmer.
func (yes) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "bench"}, nil
}

// A door is a space with everything around it, as the app opens it: the journal
// in a file, the guard, the hooks' places.
type door struct {
	app   *operator.Operator
	calls *operator.Calls
}

// openDoor opens the folder as a space. The caller closes the door.
func openDoor(ctx context.Context, b bench, dir string) (door, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return door{}, err
	}
	app, err := operator.Open(ctx, operator.Config{
		Dirs: settings.Dirs{Config: b.config(), Data: b.data()}, Version: "bench", Home: home, Environ: settings.TerminalEnviron(),
		Helper:    b.handrail, // the room of the walls is the same program as in the app
		Confirmer: func(*operator.Operator) tools.Confirmer { return yes{} },
	})
	if err != nil {
		return door{}, err
	}
	space, err := app.OpenSpace(ctx, dir)
	if err != nil {
		return door{}, errors.Join(err, app.Close())
	}
	calls, err := space.Calls(operator.CallsConfig{})
	if err != nil {
		return door{}, errors.Join(err, app.Close())
	}
	return door{app, calls}, nil
}

func (d door) close() error { return errors.Join(d.calls.Close(), d.app.Close()) }

// call is a subject: one call through the whole pipeline. A result that is a
// failure fails the measurement: a refusal is fast, and no answer.
func (d door) call(ctx context.Context, tool string, input map[string]any) subject {
	raw, err := json.Marshal(input)
	return func() error {
		if err != nil {
			return err
		}
		_, result, err := d.calls.Call(ctx, tool, raw, tools.Scope{})
		if err != nil {
			return err
		}
		if result.Error != nil {
			return fmt.Errorf("%s %s: %w", tool, raw, result.Error)
		}
		return nil
	}
}
