package gate

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
	"time"
)

// A place that could not be reached is noted once, in words of ours, and not where the program itself gave up.
func TestMissed(t *testing.T) {
	g := New(Config{})
	t.Cleanup(func() { _ = g.Close() })
	for why, err := range map[string]error{
		"its name is not known here":      &net.DNSError{IsNotFound: true, Err: "no such host"},
		"its name could not be looked up": &net.DNSError{Err: "server misbehaving"},
		"nothing answers there":           &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)},
		"it did not answer in time":       &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded},
		"there is no way to it from here": errors.New("through the proxy: <b>click here</b>"),
	} {
		before := time.Now()
		g.missed.add(t.Context(), "api.example.com", 443, fmt.Errorf("dial: %w", err))
		g.missed.add(t.Context(), "api.example.com", 443, fmt.Errorf("dial: %w", err))
		list := MissedIn(g, before)
		if len(list) != 1 || list[0].Why != why || list[0].Host != "api.example.com" {
			t.Errorf("%v: %+v, want %q", err, list, why)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	before := time.Now()
	if g.missed.add(gone, "api.example.com", 443, context.Canceled); len(MissedIn(g, before)) != 0 {
		t.Error("what the program gave up counts")
	}
}
