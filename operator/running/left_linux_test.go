package running_test

import (
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/running"
)

// What a finished call has left running is listed beside the jobs by every Handrail on
// the same data, and each can end it.
func TestWhatIsLeftRunningIsListedAndEnded(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true})
	second := operatortest.Open(t, b.Options, b.Person)
	sleeper := func() running.Job {
		operatortest.Stdout(t, b.Bash("setsid sleep 3000 >/dev/null 2>&1 &"))
		list := listed(t, b, b.Dir)
		if len(list) != 1 {
			t.Fatalf("%+v", list)
		}
		return list[0]
	}
	for name, end := range map[string]*operator.Operator{"its own": b.O, "another": second} {
		job := sleeper()
		if !job.Left || !job.Running || job.Tool != "bash" || !strings.HasSuffix(job.Title, "sleep 3000") || job.Folder != b.Dir || job.Space != b.Dir || job.Began.IsZero() {
			t.Errorf("%+v", job)
		}
		if list, err := second.Jobs().List(""); err != nil || len(list) != 1 || list[0].ID != job.ID {
			t.Errorf("the other lists %+v, %v", list, err)
		}
		if err := end.Jobs().Stop(job.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if list := listed(t, b, ""); len(list) > 0 {
			t.Errorf("%s: %+v", name, list)
		}
		if err := end.Jobs().Stop(job.ID); err == nil {
			t.Errorf("%s: it is ended twice", name)
		}
	}

	operatortest.WaitUntil(t, "the note is gone", func() bool {
		notes, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "left", "*.json"))
		return err == nil && len(notes) == 0
	})
}

// A secret on a command line is shown to nobody, and what ends by itself is not listed.
func TestWhatIsLeftRunningIsRedacted(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true})
	if err := b.O.Secrets().Store().Set("TOKEN", "sesame-open-4711"); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	operatortest.Stdout(t, b.Bash(`setsid bash -c 'until [ -e end ]; do sleep 0.01; done' sesame-open-4711 >/dev/null 2>&1 &`))
	list := listed(t, b, "")
	if len(list) != 1 || strings.Contains(list[0].Title, "sesame") || !strings.Contains(list[0].Title, "until") {
		t.Errorf("%+v", list)
	}
	b.File("end", "")
	operatortest.WaitUntil(t, "nothing is left", func() bool { return len(listed(t, b, "")) == 0 })
}
