package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// measureRoom takes the time of the first call of a space, for which its room is
// built and the package managers are asked where the person's caches are, beside
// the second.
func measureRoom(ctx context.Context, b bench) ([]line, error) {
	var first, second sample
	for round := range 9 {
		dir, err := caseSpace(ctx, b, fmt.Sprintf("first-%d", round), []handCase{{name: "list", what: "lists", argv: []string{"git", "ls-files"}}})
		if err != nil {
			return nil, err
		}
		took, err := firstCalls(ctx, b, dir)
		if err != nil {
			return nil, err
		}
		first, second = append(first, took[0]), append(second, took[1])
	}
	ours, floor := first.median(), second.median()
	return []line{{what: "first call of a hand in a space", ours: ours, floor: "the second call", least: floor, remark: "the room and what goes with it: " + short(ours-floor)}}, nil
}

// firstCalls opens a space and takes the time of the first two calls.
func firstCalls(ctx context.Context, b bench, dir string) (took [2]time.Duration, err error) {
	d, err := openTrusted(ctx, b, dir)
	if err != nil {
		return took, err
	}
	call := d.call(ctx, "list", map[string]any{})
	for i := range took {
		began := time.Now()
		if err = call(); err != nil {
			break
		}
		took[i] = time.Since(began)
	}
	return took, errors.Join(err, d.close())
}
