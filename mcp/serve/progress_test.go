package serve

import (
	"fmt"
	"sync"
	"testing"
)

// The first steps are told at once, what comes too fast after them is thinned out, and the last
// one is always told, before the end; after it nothing is.
func TestStepsThatComeTooFast(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []float64
	p := &progress{token: "x", at: -1, tell: func(params map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, params["progress"].(float64))
	}}
	const many = 1000
	for i := range many {
		p.reached(int64(i), 0, fmt.Sprint("step ", i))
	}
	p.end()
	p.reached(many, 0, "too late")
	mu.Lock()
	defer mu.Unlock()
	if len(told) < progressAtOnce+1 || len(told) > many/2 || told[len(told)-1] != many-1 {
		t.Fatalf("%d steps were told, the last is %v", len(told), told[len(told)-1])
	}
	for i, at := range told {
		if i < progressAtOnce && at != float64(i) || i > 0 && at <= told[i-1] {
			t.Errorf("step %d is %v", i, at)
		}
	}
}
