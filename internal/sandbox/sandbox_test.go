package sandbox

import (
	"encoding/json"
	"runtime"
	"testing"
)

func TestNonePretendsNothing(t *testing.T) {
	r := None("there are none")
	if r.System != runtime.GOOS {
		t.Errorf("System = %q, want %q", r.System, runtime.GOOS)
	}
	if r.Enforced() {
		t.Error("Enforced() = true of no walls")
	}
	for _, w := range r.Walls() {
		if w.Enforced {
			t.Errorf("%s: claims to be enforced", w.Name)
		}
		if w.Name == "" || w.Reason == "" || w.Advice == "" {
			t.Errorf("wall %+v: a wall that is missing must say why and what to do", w)
		}
	}
	if _, err := json.Marshal(r); err != nil {
		t.Errorf("the report must fit into a result's meta: %v", err)
	}
}

func TestSummary(t *testing.T) {
	whole := Report{
		Files:   Wall{Name: "files", Enforced: true},
		Network: Wall{Name: "network", Enforced: true},
		Limits:  Wall{Name: "limits", Enforced: true},
	}
	part := whole
	part.Network.Enforced = false
	tests := []struct {
		name     string
		report   Report
		summary  string
		enforced bool
	}{
		{"no walls", None("there are none"), "not enforced: files, network, limits", false},
		{"all walls", whole, "enforced", true},
		{"one wall missing", part, "not enforced: network", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.report.Summary(); got != tt.summary {
				t.Errorf("Summary() = %q, want %q", got, tt.summary)
			}
			if got := tt.report.Enforced(); got != tt.enforced {
				t.Errorf("Enforced() = %v, want %v", got, tt.enforced)
			}
		})
	}
}
