// Package proc runs one program: by argument vector, in a session and process
// group of its own, with a time-out, with output kept in a bounded buffer. It
// imports os/exec, and proc/room below it (ARCHITECTURE.md, "One fence per library").
//
// A call returns when its program has ended, even if a child of the program
// still holds its output open (docs/spec/12-processes.md). Memory does not grow
// with output.
package proc

import (
	"context"
	"errors"
	"io"
	"time"

	"handrail/internal/proc/group"
	"handrail/internal/proc/room"
)

// DefaultCap is how many bytes of each output stream are kept when
// Command.Cap is not set (docs/spec/12-processes.md).
const DefaultCap = 100_000

// WholeCap is how many bytes of a program's output are handed to Command.Whole
// (docs/spec/12-processes.md).
const WholeCap = 64 << 20

// burial is how long Run waits for the last traces of a group that it has
// killed: it cannot be for ever, since a dead process whose parent does not
// look after it still counts as a member.
const burial = time.Second

// A Command says what to run. The zero value of each optional field is a safe
// default. A Command may be run more than once, unless its Stdin is used up.
type Command struct {
	// Path is the program: absolute, relative to Dir if it holds a separator,
	// else a bare name that is looked up on the PATH of Env.
	Path string
	// Args are the arguments, without the program's own name.
	Args []string
	// Dir is the working folder; "" means the one of this process.
	Dir string
	// Held, if set, holds the folder and the program that were settled: with others,
	// nothing starts. It is the caller's, who releases it.
	Held *Held
	// Env is the whole environment, as "NAME=value": nothing is inherited.
	// Where a name occurs twice, the later one counts.
	Env []string
	// Stdin is what the program reads; nil is an empty input. A reader that
	// blocks for ever does not hold Run up, but keeps one goroutine.
	Stdin io.Reader
	// Timeout ends the program; 0 means none.
	Timeout time.Duration
	// Stdout and Stderr get the output while the program runs, in whole UTF-8
	// characters where the output is UTF-8. They are called from one goroutine
	// each. A writer that fails gets nothing more; one that is slow misses
	// output and is told by a line how many bytes; neither disturbs the program
	// nor what the Outcome holds. One that blocks for ever keeps a goroutine.
	Stdout, Stderr io.Writer
	// Filter, if set, makes what each stream goes through before anything else sees
	// it: the live writer, Whole and the Outcome. It is closed at the stream's end.
	Filter func(io.Writer) io.WriteCloser
	// Cap is how many bytes of each stream are kept; 0 means DefaultCap.
	Cap int
	// Whole, if set, gets both streams as they come, mixed, up to WholeCap bytes:
	// the file in which all of the output can be looked up later. Run does not
	// close it.
	Whole io.Writer
	// Walls are what the program is held to; nil means none.
	Walls *Walls

	script string // a bash script that is handed over by file descriptor
	talk   *talk  // the program's standard input and output, if they are a protocol
}

// An Outcome is how a program ended and what it printed.
type Outcome struct {
	// ExitCode is the program's own, or 128 plus the signal's number if a
	// signal ended it, as shells have it. It is -1 if nothing ran.
	ExitCode int
	// Signal is the name of the signal that ended the program, as "SIGKILL";
	// "" if it ended by itself.
	Signal string
	// Stdout and Stderr are what it printed.
	Stdout, Stderr Capture
	// Duration is the time from start to end.
	Duration time.Duration
	// Limit is what the program used too much of, if it was ended for that: one of
	// the words of room.LimitMemory and its like. "" else.
	Limit string
	// Left is what a program that ended by itself has left running, where that is known:
	// in a room. nil is nothing.
	Left *room.Left
	// TimedOut and Cancelled say why the program was stopped. What it had
	// printed by then is kept.
	TimedOut, Cancelled bool
}

// A Capture is what was kept of one output stream.
type Capture struct {
	// Text is valid UTF-8: bytes that are not are replaced by U+FFFD. If bytes
	// were dropped it is the head, a line that says how many, and the tail.
	Text string
	// Total is how many bytes came, Dropped how many of them are not in Text.
	Total, Dropped int64
}

// Alive reports whether there is a process with this number.
func Alive(pid int) bool { return group.Running(pid) }

// Run runs c and waits until its program has ended. The error is a *StartError
// if the program could not be started; how a started program ended is never an
// error. If ctx ends, or the time-out passes, the whole process group gets
// SIGTERM and 3 s later SIGKILL, and Run returns when the group is gone.
func Run(ctx context.Context, c Command) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		out := Outcome{ExitCode: -1}
		out.note(err)
		return out, nil
	}
	p, err := start(c)
	if err != nil {
		return Outcome{ExitCode: -1}, err
	}
	return p.wait(ctx, c.Timeout), nil
}

// note records why a program was stopped.
func (o *Outcome) note(cause error) {
	if errors.Is(cause, context.DeadlineExceeded) {
		o.TimedOut = true
		return
	}
	o.Cancelled = true
}
