package command

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/tools"
)

// run runs a settled command. Every program of this package starts here, be it
// the bash of a template or the program of a hand, so that what stands around it
// is built once: the house. The error is a *tools.Error: the program did not
// start. How it ended is in the result: see ended.
func run(ctx context.Context, h proc.House, e proc.Errand, c proc.Command, out tools.Output) (proc.Ending, error) {
	c.Stdout, c.Stderr = out.Stdout(), out.Stderr()
	done, err := h.Run(ctx, e, c)
	if err != nil {
		return done, notStarted(err)
	}
	return done, nil
}

// errand says for which call a program is started, and what its author says of
// the network and of changes. private says that the program's environment holds more than
// other programs of the space are told.
func errand(call tools.Call, network []string, changes, private bool) proc.Errand {
	word := ""
	if private {
		word = call.Tool
	}
	return proc.Errand{
		Private: word,
		Call:    call.ID, Run: call.Run, Kind: string(call.Caller.Kind), Caller: call.Caller.Name, Token: call.Caller.Token, Tool: call.Tool, Session: call.Session, Space: call.Space,
		Network: network, Changes: changes, Rehearsal: call.Layer(),
	}
}

// notStarted gives the reason why a program did not start its code.
func notStarted(err error) *tools.Error {
	if code := proc.StartCode(err); code != "" {
		return tools.Errorf(tools.Code(code), "%v", err)
	}
	return tools.AsError(err)
}

// ended says why a program that ran has failed; nil if it has not. limit is where
// its author sets the time: "timeout, in seconds".
func ended(done proc.Ending, limit string) error {
	took := done.Duration.Round(time.Millisecond)
	switch {
	case done.TimedOut:
		return tools.Errorf(tools.Timeout, "it was stopped after %v; what it had printed is kept. Its author sets the limit with %s", took, limit)
	case done.Cancelled:
		return tools.Errorf(tools.Cancelled, "it was cancelled after %v; what it had printed is kept", took)
	case done.Why != nil:
		return tools.AsError(done.Why)
	case done.Signal != "":
		return tools.Errorf(tools.ExecutionFailed, "it was ended by the signal %s", done.Signal)
	case done.ExitCode != 0:
		return tools.Errorf(tools.ExecutionFailed, "it ended with exit code %d", done.ExitCode)
	}
	return nil
}

// meta is what a result says of a program that ran.
func meta(done proc.Ending) tools.Meta {
	return tools.Meta{
		ExitCode: &done.ExitCode, Truncated: done.Stdout.Dropped+done.Stderr.Dropped > 0, Sandbox: done.Sandbox, Output: done.Output,
	}
}

// workFolder is where a command runs: the space, or workingDir in it. A link in
// it may not lead out of the space, not even into another root. tool is what an
// error calls the tool.
func workFolder(roots *confine.Roots, tool, workingDir string) (confine.Path, error) {
	name := workingDir
	if name == "" {
		name = "."
	}
	path, err := roots.Resolve(name)
	if err != nil {
		return path, tools.Errorf(tools.InvalidPath, "%s: its workingDir: %v", tool, err)
	}
	info, err := roots.Stat(path)
	inside, outside := filepath.Rel(roots.Base(), path.Abs)
	switch {
	case outside != nil || !filepath.IsLocal(inside):
		return path, tools.Errorf(tools.InvalidPath, "%s: its workingDir leads to %s, outside the space: name a folder of the space", tool, path.Abs)
	case errors.Is(err, fs.ErrNotExist):
		return path, tools.Errorf(tools.FileNotFound, "%s: the folder %s in which it runs does not exist", tool, path.Abs)
	case err != nil:
		return path, tools.Errorf(tools.InvalidPath, "%s: the folder %s in which it runs: %v", tool, path.Abs, err)
	case !info.IsDir():
		return path, tools.Errorf(tools.InvalidPath, "%s: %s, in which it runs, is not a folder", tool, path.Abs)
	}
	return path, nil
}

// hold takes hold of the folder and the program of a call that is being settled.
func hold(roots *confine.Roots, tool string, folder confine.Path, program string) (*proc.Held, error) {
	f, err := confine.Hold(roots, folder)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidPath, "%s: the folder in which it runs: %v", tool, err)
	}
	held, err := proc.Hold(f, program)
	if err != nil {
		return nil, tools.Errorf(tools.Unavailable, "%s: the program %q cannot be reached: %v", tool, program, err)
	}
	return held, nil
}

// programEffects are what can be known of a program before it runs: that it
// runs, and what its author says of the network (off, on, or hosts).
func programEffects(program string, network []string) []tools.Effect {
	effects := []tools.Effect{{Kind: tools.EffectRun, Target: program}}
	for _, host := range network {
		switch host {
		case "off":
		case "on":
			effects = append(effects, tools.Effect{Kind: tools.EffectReach, Target: "any host"})
		default:
			effects = append(effects, tools.Effect{Kind: tools.EffectReach, Target: host})
		}
	}
	return effects
}
