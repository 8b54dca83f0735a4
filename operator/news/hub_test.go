package news

import (
	"strings"
	"testing"
)

// What is told of a run holds no secret, in the name of a skill either.
func TestNoticesAreRedacted(t *testing.T) {
	h := NewHub(func(text string) string { return strings.ReplaceAll(text, "hunter2", "***") })
	heard := make(chan Notice, 1)
	stop := h.Listen(func(e Event) { heard <- *e.Notice })
	defer stop()
	h.SkillUp("r", "hunter2-release", "you wrote \"hunter2\"")
	n := <-heard
	if want := "the skill ***-release is up for this turn: you wrote \"***\""; n.String() != want || n.Run != "r" {
		t.Errorf("%q, want %q", n, want)
	}
}

// Who attends has had all that was published when they finish.
func TestAttend(t *testing.T) {
	for range 200 {
		h := NewHub(func(text string) string { return text })
		heard := 0
		finish := h.Attend(func(Event) { heard++ })
		for range 5 {
			h.Notice("info", "x")
		}
		if finish(); heard != 5 {
			t.Fatalf("%d of 5 were heard", heard)
		}
	}
}
