package window

import (
	"testing"

	"handrail/operator/running"
)

func TestWhatBecameOfAJob(t *testing.T) {
	for name, c := range map[string]struct {
		job   running.Job
		state JobState
		why   string
	}{
		"it runs":                    {running.Job{Running: true}, "running", ""},
		"it ended well":              {running.Job{}, "done", ""},
		"it failed":                  {running.Job{ExitCode: 3}, "failed", "it ended with exit code 3"},
		"it was stopped":             {running.Job{Stopped: true, ExitCode: -1, Why: "it was stopped"}, "stopped", ""},
		"it ran out of time":         {running.Job{ExitCode: -1, Why: "it was stopped after 5s, its timeout"}, "failed", "it was stopped after 5s, its timeout"},
		"a zero with more to say of": {running.Job{Why: "its walls fell"}, "failed", "its walls fell"},
	} {
		if v := jobView(c.job); v.State != c.state || v.Why != c.why {
			t.Errorf("%s: %q, %q", name, v.State, v.Why)
		}
	}
}
