package builtin

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
)

// pieceRoom is how many bytes of a job_output's result its text may fill, as
// JSON: what is left of the limit of docs/spec/15-results.md when the other
// fields have their share. No piece is then cut in its middle.
const pieceRoom = tools.ContentLimit - 4096

// startedOutput is the content of a bash in the background.
type startedOutput struct {
	Job     string `json:"job"`
	Running bool   `json:"running"`
	Note    string `json:"note"`
}

// background starts a settled command and returns at once.
func (b *bash) background(ctx context.Context, call tools.Call, c proc.Command, script string) (tools.Result, error) {
	x, err := b.jobs.start(ctx, call, b.house, c, script)
	if err != nil {
		return tools.Result{}, err
	}
	content, err := readable(startedOutput{
		Job: x.id, Running: b.jobs.state(x).Running,
		Note: "follow it with job_output, end it with job_stop; it ends with the app at the latest",
	})
	return tools.Result{Content: content, Meta: tools.Meta{Sandbox: x.guest.Sandbox, Output: x.id}}, err
}

type jobOutputInput struct {
	Job   string `json:"job" doc:"The job that bash with background returned, or the output that a result names"`
	Since int64  `json:"since,omitempty" min:"0" doc:"The byte to read from: 0, or the next of the answer before"`
}

// jobOutput is a piece of what a job has printed.
type jobOutput struct {
	Job      string `json:"job"`
	Running  bool   `json:"running"`
	ExitCode *int   `json:"exit_code,omitempty"`
	Text     string `json:"text"`
	Next     int64  `json:"next"`
	Left     int64  `json:"left"` // bytes after this piece that are there already
	Note     string `json:"note,omitempty"`
}

// outputTool makes the tool that reads what a job has printed.
func (j *Jobs) outputTool() (tools.Tool, error) {
	info, err := described(tools.Info{Name: "job_output", Title: "Read a job's output", Category: "shell", Icon: "scroll-text"})
	if err != nil {
		return nil, err
	}
	return tools.Define[jobOutputInput, tools.Result](info, j.settleOutput)
}

func (j *Jobs) settleOutput(_ context.Context, call tools.Call, in jobOutputInput) (tools.Act[tools.Result], error) {
	x, err := j.find(ownerOf(call), in.Job)
	if err != nil {
		return tools.Act[tools.Result]{}, err
	}
	since := strconv.FormatInt(in.Since, 10)
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail: fmt.Sprintf("%s\n\nfrom byte %s", x.named(), since), Folder: x.folder,
			Digest: tools.Digest("job_output", x.id, since),
		}.Titled(tools.Say(tools.TitleReadJob, x.id)),
		Run: func(context.Context, tools.Output) (tools.Result, error) {
			out, err := j.read(x, in.Since)
			if err != nil {
				return tools.Result{}, err
			}
			content, err := readable(out)
			return tools.Result{Content: content, Meta: tools.Meta{ExitCode: out.ExitCode, Output: x.id, OutputOf: x.tool}}, err
		},
	}, nil
}

// read reads the next piece of a job's output, as much as fits a result.
func (j *Jobs) read(x *job, since int64) (jobOutput, error) {
	state := j.state(x) // before reading: what is read after the end is all there is
	var p spool.Piece
	for limit, fits := pieceRoom, false; !fits; {
		var err error
		p, err = j.store.Read(x.id, since, limit)
		if errors.Is(err, spool.ErrGone) {
			return jobOutput{}, tools.Errorf(tools.NotFound, "the output of %s is not kept any more: old outputs are removed", x.id)
		}
		if err != nil {
			return jobOutput{}, tools.Errorf(tools.ExecutionFailed, "%v", err)
		}
		n := fitting(p.Text, pieceRoom)
		fits = n == len(p.Text)
		limit = limit * n / max(len(p.Text), 1) // JSON needs more room than the bytes
	}
	out := jobOutput{Job: x.id, Running: state.Running, Text: p.Text, Next: p.Next, Left: p.Size - p.Next, Note: state.Why}
	if x.guest == nil { // of a call: how it ended is in its result
		out.Running = p.Open
	} else if !state.Running {
		out.ExitCode = &state.ExitCode
	}
	if p.Size >= proc.WholeCap && out.Left == 0 {
		out.Note = joined(out.Note, "only the first 64 MB are kept; what it printed after them is not")
	}
	return out, nil
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// fitting is how many bytes of text fill at most room bytes once they are JSON.
func fitting(text string, room int) int {
	for i, r := range text {
		switch {
		case r == '"', r == '\\', r == '\n', r == '\r', r == '\t', r == '\b', r == '\f':
			room -= 2
		case r < ' ', r == '\u2028', r == '\u2029':
			room -= 6
		default:
			room -= utf8.RuneLen(r)
		}
		if room < 0 {
			return i
		}
	}
	return len(text)
}

// named says what a job is, for a preview.
func (x *job) named() string {
	if x.guest == nil {
		return fmt.Sprintf("%s: the whole output of a call of %s", x.id, x.tool)
	}
	return x.id + ": " + x.title
}

type jobStopInput struct {
	Job string `json:"job" doc:"The job that bash with background returned"`
}

// jobStopped is the content of a job_stop.
type jobStopped struct {
	Job      string `json:"job"`
	Running  bool   `json:"running"`
	ExitCode int    `json:"exit_code"`
	Note     string `json:"note,omitempty"`
}

// stopTool makes the tool that ends a job.
func (j *Jobs) stopTool() (tools.Tool, error) {
	info, err := described(tools.Info{
		Name: "job_stop", Title: "Stop a job", Category: "shell", Icon: "circle-stop", SideEffect: true, Idempotent: true,
	})
	if err != nil {
		return nil, err
	}
	return tools.Define[jobStopInput, tools.Result](info, j.settleStop)
}

func (j *Jobs) settleStop(_ context.Context, call tools.Call, in jobStopInput) (tools.Act[tools.Result], error) {
	x, err := j.find(ownerOf(call), in.Job)
	if err != nil {
		return tools.Act[tools.Result]{}, err
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail: x.named(), Folder: x.folder,
			Effects: []tools.Effect{{Kind: tools.EffectStop, Target: x.named()}},
			Digest:  tools.Digest("job_stop", x.id),

			Layered: true,
		}.Titled(tools.Say(tools.TitleStopJob, x.id)),
		Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			if err := ctx.Err(); err != nil {
				return tools.Result{}, err
			}
			x.stop()
			j.mu.Lock()
			defer j.mu.Unlock()
			content, err := readable(jobStopped{Job: x.id, ExitCode: x.ending.ExitCode, Note: x.why()})
			return tools.Result{Content: content}, err
		},
	}, nil
}
