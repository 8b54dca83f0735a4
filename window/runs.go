package window

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/running"
	"handrail/tools"
)

// Runs is what has run: runs, calls, jobs and their output, as the page asks for them.
type Runs struct{ *app }

// CancelRun ends a run that is going on. It refuses one that goes on in another process.
func (a *Runs) CancelRun(run string) error {
	here := a.o.Runs().Here(run)
	if r, err := a.o.History().FindRun(a.ctx, run); !here && err == nil && r.State == journal.Running {
		return errors.New("this run goes on in another window or terminal: cancel it there, or stop everything")
	}
	return a.o.Runs().Cancel(run)
}

// A StopView is what was stopped, in all processes of Handrail.
type StopView struct {
	Runs      int      `json:"runs"`
	Calls     int      `json:"calls"`
	Jobs      int      `json:"jobs"` // with what calls had left running
	Questions int      `json:"questions"`
	Messages  int      `json:"messages"` // that waited, and are held back
	Sending   int      `json:"sending"`  // that were on their way
	Ended     []int    `json:"ended"`    // processes that did not answer
	Stuck     []string `json:"stuck"`    // what could not be stopped, and why
}

// StopEverything ends all that goes on, in every window and terminal.
func (a *Runs) StopEverything() (StopView, error) {
	h, err := operator.Stop(a.ctx, a.o)
	v := StopView{Runs: h.Runs, Calls: h.Calls, Jobs: h.Jobs + h.Left, Questions: h.Questions, Messages: h.Held, Sending: h.Sending, Ended: h.Ended, Stuck: h.Stuck}
	if v.Ended == nil {
		v.Ended = []int{}
	}
	if v.Stuck == nil {
		v.Stuck = []string{}
	}
	return v, err
}

// CancelCall ends one call that goes on. Its run goes on.
func (a *Runs) CancelCall(call string) { a.o.Runs().CancelCall(call) }

// Runs pages through the runs of a space. They come newest first, each with those of its sub-agents
// below it, which limit does not count. cursor "" is the first page.
func (a *Runs) Runs(space, cursor string, limit int) (RunsPageView, error) {
	runs, next, err := a.o.History().Runs(a.ctx, space, cursor, limit)
	if err == nil {
		runs, err = a.o.History().Families(a.ctx, runs)
	}
	return RunsPageView{Runs: each(runs, a.runWithCall), Next: next}, err
}

// Run shows one run.
func (a *Runs) Run(run string) (RunView, error) {
	r, err := a.o.History().FindRun(a.ctx, run)
	return a.runWithCall(r), err
}

// Subagents lists the runs of the sub-agents to which a run has given a task. They come oldest first.
func (a *Runs) Subagents(run string) ([]RunView, error) {
	list, err := a.o.History().Children(a.ctx, run)
	return each(list, runView), err
}

// RunEvents pages through the events of a run. They come oldest first, with seq >
// after.
func (a *Runs) RunEvents(run string, after int64, limit int) (EventsPageView, error) {
	return pageOf(a.o.History().Events(a.ctx, run, after, limit+1))(limit)
}

// ExportRun asks for a file name and writes a run there. It returns the path, "" if
// the person cancelled.
func (a *Runs) ExportRun(run string, format ExportFormat) (string, error) {
	path, err := a.desk.ChooseFile(a.tongue().Own("Export a run"), "run-"+run+"."+string(format))
	if err != nil || path == "" {
		return "", err
	}
	return path, a.o.History().ExportTo(a.ctx, run, string(format), path)
}

// savedMost is how many bytes of a text are saved: a chat has less.
const savedMost = 64 << 20

// SaveText asks for a file name and writes a text there: a chat as Markdown, an answer, what
// a program has printed. name is proposed. It returns the path, "" if the person cancelled.
func (a *Runs) SaveText(name, text string) (string, error) {
	if len(text) > savedMost {
		return "", errors.New("this text is larger than 64 MB: it is not saved")
	}
	return a.save(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// SaveOutput asks for a file name and writes the whole output of a call or a job there, as
// far as it is kept. It returns the path, "" if the person cancelled.
func (a *Runs) SaveOutput(id, name string) (string, error) {
	if _, err := a.o.Jobs().Output(id, 0, 1); err != nil {
		return "", err
	}
	return a.save(name, func(w io.Writer) error {
		for at := int64(0); ; {
			p, err := a.o.Jobs().Output(id, at, 1<<20)
			if err != nil {
				return err
			}
			if _, err := io.WriteString(w, p.Text); err != nil {
				return err
			}
			if p.Next <= at || p.Next >= p.Size {
				return nil
			}
			at = p.Next
		}
	})
}

// save asks for a file name and writes there, all of it or nothing.
func (a *Runs) save(name string, write func(io.Writer) error) (string, error) {
	path, err := a.desk.ChooseFile(a.tongue().Own("Save"), fileName(name))
	if err != nil || path == "" {
		return "", err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handrail-*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // after the rename it is gone already
	if err := errors.Join(write(tmp), tmp.Close()); err != nil {
		return "", err
	}
	return path, os.Rename(tmp.Name(), path)
}

// fileName is a name that can be proposed for a file, of whatever words.
func fileName(words string) string {
	ext := filepath.Ext(words)
	words = strings.Join(strings.FieldsFunc(strings.TrimSuffix(words, ext), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
	if runes := []rune(words); len(runes) > 60 {
		words = string(runes[:60])
	}
	return cmp.Or(strings.Trim(words, "-"), "text") + ext
}

// Picture is a picture of a result, as its record names it. It refuses one that is not
// kept any more: a week at most.
func (a *Runs) Picture(id string) (PictureView, error) {
	p, err := a.o.History().Picture(id)
	return viewOf(p, err, pictureView)
}

// Jobs lists what runs in the background in a space, or has, and what finished calls have
// left running there. They come oldest first.
func (a *Runs) Jobs(space string) ([]JobView, error) {
	list, err := a.o.Jobs().List(space)
	return each(list, jobView), err
}

// StopJob ends a job, or what a finished call has left running, and returns when it is
// gone. That takes 3 s at most.
func (a *Runs) StopJob(job string) error { return a.o.Jobs().Stop(job) }

// Output is a piece of the whole output of a call or a job. It has at most limit bytes
// (1 MiB at most) and cuts no character. id is of a job, or what the meta of a result
// names. It refuses one that is not kept any more: a week at most.
func (a *Runs) Output(id string, offset int64, limit int) (PieceView, error) {
	p, err := a.o.Jobs().Output(id, offset, limit)
	return viewOf(p, err, pieceView)
}

// RunView is a run of the journal.
type RunView struct {
	ID      string `json:"id"`
	Space   string `json:"space"`
	Session string `json:"session"`
	// Through which door it came in.
	Origin journal.Origin `json:"origin"`
	// Who: an agent's id, what an MCP client says of itself; "" = the person.
	Agent string `json:"agent"`
	// "provider/name"
	Model string `json:"model"`
	// The prompt's first line, or what was called.
	Title string `json:"title"`
	// What the app has called it, as a code, for the language of the page; absent = only title says it.
	Heading *ClauseView      `json:"heading,omitempty"`
	State   journal.RunState `json:"state"`
	// Why, if it failed, was halted or is unknown.
	Reason       string `json:"reason"`
	Started      string `json:"started"`
	Ended        string `json:"ended"`
	Calls        int    `json:"calls"`
	InputTokens  int    `json:"inputTokens"`
	OutputTokens int    `json:"outputTokens"`
	// The run that gave it its task, if it is a sub-agent's; "" = none.
	Parent string `json:"parent"`
	// Of a run that is done and made one call: the call's error code, "" = it went well or
	// there are others; and its exit code as text, "" = none. Runs and Run fill them.
	CallCode string `json:"callCode"`
	CallExit string `json:"callExit"`
}

// RunsPageView is a page of runs.
type RunsPageView struct {
	Runs []RunView `json:"runs"`
	// Give it to Runs for the page after this one; "" = that was the last.
	Next string `json:"next"`
}

// EventView is an event of the journal.
type EventView struct {
	// Grows over the whole journal: order, and the way to leave out doubles.
	Seq int64  `json:"seq"`
	Run string `json:"run"`
	// "" for events of the run itself.
	Call string `json:"call"`
	Time string `json:"time"`
	Kind string `json:"kind"`
	Data string `json:"data"`
}

// EventsPageView is a page of events.
type EventsPageView struct {
	Events []EventView `json:"events"`
	// True if there are more after the last one.
	More bool `json:"more"`
}

// PictureView is a picture of a result.
type PictureView struct {
	// By what it is: image/png, image/jpeg, image/gif, image/webp.
	MIME string `json:"mime"`
	// Base64.
	Data   string `json:"data"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// JobView is what runs in the background, or has.
type JobView struct {
	// Also the id of its output, which what was left running does not have.
	ID      string `json:"id"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	// The first line of its command.
	Title  string   `json:"title"`
	Folder string   `json:"folder"`
	Began  string   `json:"began"`
	State  JobState `json:"state"`
	// Why it failed.
	Why string `json:"why"`
}

// PieceView is a part of an output.
type PieceView struct {
	Text string `json:"text"`
	// The byte at which the next piece begins.
	Next int64 `json:"next"`
	// Bytes that there are by now.
	Size int64 `json:"size"`
	// More may come.
	Open bool `json:"open"`
}

func runView(r journal.Run) RunView {
	return RunView{
		ID: r.ID, Space: r.Space, Session: r.Session, Origin: r.Origin, Agent: r.Agent, Model: r.Model, Title: r.Title, Heading: headingOf(r), State: r.State,
		Reason: r.Reason, Started: timeText(r.Started), Ended: timeText(r.Ended), Calls: r.Calls, InputTokens: r.InputTokens, OutputTokens: r.OutputTokens, Parent: r.Parent,
	}
}

// eventsOfOneCall are more than a run with one call has before the call's outcome.
const eventsOfOneCall = 60

// runWithCall is the view of a run, with what became of its only call: a run that
// did nothing but what was denied is done, and nothing is.
func (a *Runs) runWithCall(r journal.Run) RunView {
	v := runView(r)
	if r.State != journal.Done || r.Calls != 1 {
		return v
	}
	events, err := a.o.History().Events(a.ctx, r.ID, 0, eventsOfOneCall)
	if err != nil {
		return v // the run itself is known
	}
	for _, e := range events {
		v.CallCode, v.CallExit = outcomeOf(e, v.CallCode, v.CallExit)
	}
	return v
}

// outcomeOf is what an event says of how its call ended, else what was known.
func outcomeOf(e journal.Event, code, exit string) (string, string) {
	var d struct {
		Code string `json:"code"`
		Meta struct {
			Exit *int `json:"exit_code"`
		} `json:"meta"`
	}
	switch e.Kind {
	case journal.Blocked, journal.Declined, journal.Expired, journal.Finished, journal.Returned:
	default:
		return code, exit
	}
	if json.Unmarshal(e.Data, &d) != nil {
		return code, exit
	}
	if d.Meta.Exit != nil {
		exit = strconv.Itoa(*d.Meta.Exit)
	}
	if d.Code == "" && e.Kind != journal.Finished && e.Kind != journal.Returned {
		d.Code = string(e.Kind)
	}
	return cmp.Or(d.Code, code), exit
}

func eventView(e journal.Event) EventView {
	return EventView{Seq: e.Seq, Run: e.Run, Call: e.Call, Time: timeText(e.Time), Kind: string(e.Kind), Data: eventData(e)}
}

// eventData is what an event says, with what to do about an error in the words of the
// window.
func eventData(e journal.Event) string {
	var d journal.ReturnedData
	var a tools.Action
	if e.Kind != journal.Returned || json.Unmarshal(e.Data, &d) != nil || json.Unmarshal(d.Action, &a) != nil {
		return string(e.Data)
	}
	d.Error, d.Action = withAction(d.Error, a), nil
	raw, err := json.Marshal(d)
	if err != nil {
		return string(e.Data)
	}
	return string(raw)
}

// pageOf makes a page of at most limit events of one more than that.
func pageOf(events []journal.Event, err error) func(limit int) (EventsPageView, error) {
	return func(limit int) (EventsPageView, error) {
		more := len(events) > limit
		if more {
			events = events[:limit]
		}
		return EventsPageView{Events: each(events, eventView), More: more}, err
	}
}

func pictureView(p history.Picture) PictureView {
	return PictureView{MIME: p.MIME, Data: base64.StdEncoding.EncodeToString(p.Data), Width: p.Width, Height: p.Height}
}

func jobView(j running.Job) JobView {
	v := JobView{ID: j.ID, Session: j.Session, Tool: j.Tool, Title: j.Title, Folder: j.Folder, Began: timeText(j.Began), State: JobRunning, Why: j.Why}
	switch {
	case j.Left:
		v.State = JobLeft
	case j.Running:
	case j.Stopped:
		v.State, v.Why = JobStopped, ""
	case j.Why == "" && j.ExitCode == 0:
		v.State = JobDone
	default:
		v.State = JobFailed
		if v.Why == "" {
			v.Why = fmt.Sprintf("it ended with exit code %d", j.ExitCode)
		}
	}
	return v
}

func pieceView(p running.Piece) PieceView {
	return PieceView{Text: p.Text, Next: p.Next, Size: p.Size, Open: p.Open}
}
