package undo

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"handrail/internal/lockfile"
	"handrail/internal/restore"
	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/tools"
)

// Name is what an undo is called in the record. It is a tool of the person's own: no agent,
// program or page has it.
const Name = "undo"

// Tool is the undo of a space. It is in no registry.
func (s *Space) Tool(record journal.Recorder) (tools.Tool, error) {
	info := tools.Info{
		Name: Name, Title: "Undo", Description: "Puts files back as they were before some calls.", Source: "app", StandsFor: "write", // what is denied of changing files is denied here
		SideEffect: true, Idempotent: true, Danger: tools.Moderate,
	}
	return tools.Define[Request, string](info, func(ctx context.Context, call tools.Call, r Request) (tools.Act[string], error) {
		return s.settle(ctx, call, r, record)
	})
}

// settle is the act of an undo: what Plan says is what Run does.
func (s *Space) settle(ctx context.Context, call tools.Call, r Request, record journal.Recorder) (act tools.Act[string], err error) {
	if call.Caller.Kind != tools.CallerPerson {
		return act, tools.Errorf(tools.PermissionDenied, "only the person takes back what was done")
	}
	if why := s.busy(""); why != "" {
		return act, tools.Errorf(tools.Unavailable, "%s", why)
	}
	store, err := s.k.Store(ctx)
	if err != nil {
		return act, err
	}
	release, err := store.Hold(ctx) // until it is released: the plan may name contents of its own
	if err != nil {
		return act, err
	}
	p, err := s.plan(ctx, store, r)
	if err != nil {
		release()
		return act, err
	}
	act.Release = release
	act.Preview = preview(p)
	act.Run = func(ctx context.Context, _ tools.Output) (string, error) {
		return s.run(ctx, store, call, r, p, record)
	}
	return act, nil
}

// busy says why nothing is taken back now; "" if it can. mine is a signal of the caller's own.
func (s *Space) busy(mine string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.running {
		return fmt.Sprintf("%s still runs in this space: wait for its end, or stop it; then take back", t.tool)
	}
	return s.signal.elsewhere(mine)
}

// preview shows each name that would be put back.
func preview(p *Plan) tools.Preview {
	out := tools.Preview{Digest: p.Digest}.Titled(backTitle(p.Count(Ready)))
	var lines []string
	for _, i := range p.Items {
		if i.State != Ready {
			if i.State == Already {
				lines = append(lines, fmt.Sprintf("nothing to do: %s (it is as it was)", i.Shown()))
			} else {
				lines = append(lines, fmt.Sprintf("stays: %s (%s)", i.Shown(), i.Why))
			}
			continue
		}
		kind := tools.EffectWrite
		if i.Want == nil {
			kind = tools.EffectDelete
		}
		out.Effects = append(out.Effects, tools.Effect{Kind: kind, Target: i.Abs()})
		lines = append(lines, i.What()+": "+i.Shown())
	}
	for _, e := range p.Elsewhere {
		lines = append(lines, "not taken back: "+e)
	}
	out.Detail = strings.Join(lines, "\n")
	return out
}

func backTitle(n int) tools.Clause {
	if n == 1 {
		return tools.Say(tools.TitlePutBackOne)
	}
	return tools.Say(tools.TitlePutBack, strconv.Itoa(n))
}

func files(n int) string {
	if n == 1 {
		return "1 file or folder"
	}
	return fmt.Sprintf("%d files and folders", n)
}

// run puts back what the plan has as ready.
func (s *Space) run(ctx context.Context, store *snapshot.Store, call tools.Call, r Request, p *Plan, record journal.Recorder) (string, error) {
	if !s.acting.TryLock() {
		return "", tools.Errorf(tools.Unavailable, "something is being taken back in this space: wait until that is done")
	}
	defer s.acting.Unlock()
	lock, err := lockfile.Try(filepath.Join(s.k.c.Dir, "undo-"+tools.Digest(s.c.Dir)[:16]+".lock"))
	if err != nil {
		return "", err
	}
	if lock == nil {
		return "", tools.Errorf(tools.Unavailable, "another Handrail takes something back in this space: wait until that is done")
	}
	defer lock.Release()
	var steps []restore.Step
	for _, i := range p.Items {
		if i.State == Ready {
			steps = append(steps, restore.Step{Root: i.Root, Path: i.Path, Now: i.Left, Want: i.Want})
		}
	}
	restored := s.c.Restoring()
	report, err := restore.Apply(ctx, s.restoring(store), steps)
	restored(changedBy(report))
	text, data := outcome(report, p, r)
	if len(steps) > 0 {
		if recErr := record.Record(context.WithoutCancel(ctx), journal.New(call.Run, call.ID, journal.Undone, data)); recErr != nil && err == nil {
			err = recErr
		}
	}
	if err == nil && report.Count(restore.Failed)+report.Count(restore.Refused) > 0 {
		err = tools.Errorf(tools.ExecutionFailed, "not everything could be put back; the same undo again completes it")
	}
	if err == nil && len(steps) == 0 && len(data.Left) > 0 {
		err = tools.Errorf(tools.ExecutionFailed, "nothing was put back: each file was changed since, or stays for the reason that stands beside it")
	}
	return text, err
}

// changedBy are the paths that were put back.
func changedBy(report restore.Report) (list []string) {
	for _, res := range report.Results {
		if res.Outcome == restore.Done {
			list = append(list, res.Step.Abs())
		}
	}
	return list
}

// outcome says what was put back, and what was not.
func outcome(report restore.Report, p *Plan, r Request) (string, journal.UndoneData) {
	data := journal.UndoneData{Changed: report.Count(restore.Done) + report.Count(restore.Already)}
	for _, c := range r.Calls {
		data.Calls = append(data.Calls, c.Call)
	}
	for _, res := range report.Results {
		if res.Outcome == restore.Refused || res.Outcome == restore.Failed || res.Outcome == restore.Open {
			data.Left = append(data.Left, strings.TrimSuffix(fmt.Sprintf("%s: %s", shown(res.Step.Abs()), res.Why), ": "))
		}
	}
	for _, i := range p.Items {
		if i.State != Ready && i.State != Already {
			data.Left = append(data.Left, fmt.Sprintf("%s: %s", i.Shown(), i.Why))
		}
	}
	text := "Put back " + files(data.Changed) + "."
	if len(data.Left) > 0 {
		text += "\nNot put back:\n  " + strings.Join(data.Left, "\n  ")
	}
	if len(p.Elsewhere) > 0 {
		text += "\nNot taken back, as it is no file here:\n  " + strings.Join(p.Elsewhere, "\n  ")
	}
	return text, data
}
