package transport

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Tries without news become rarer and end; news begins them again.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pace
		began := time.Now()
		for range 3 {
			if err := p.wait(t.Context(), "h"); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 3500*time.Millisecond {
			t.Errorf("three tries took %v", took)
		}
		p.news()
		began = time.Now()
		for range mostTries {
			if err := p.wait(t.Context(), "h"); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took < time.Minute || took > 5*time.Minute {
			t.Errorf("all tries took %v", took)
		}
		if err := p.wait(t.Context(), "h"); err == nil || !strings.Contains(err.Error(), "10 times") {
			t.Errorf("the last: %v", err)
		}
	})
}
