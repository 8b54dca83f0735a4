package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// unread is a client that sends so many requests that its answers fill any pipe, and
// never reads.
func unread() string {
	var all strings.Builder
	all.WriteString(hi + "\n")
	big := strings.Repeat("z", 64<<10)
	for id := range 20 {
		all.WriteString(callLine(id+1, "echo", `{"text":"`+big+`"}`) + "\n")
	}
	return all.String()
}

// ended waits for the end of a serving.
func ended(t *testing.T, end <-chan struct{}) {
	t.Helper()
	select {
	case <-end:
	case <-time.After(time.Minute):
		t.Fatal("it still waits for its client to read")
	}
}

// A client that does not read holds nothing up when it hangs up, and when Handrail
// ends.
func TestWhoDoesNotReadHoldsNoEndUp(t *testing.T) {
	t.Parallel()
	for _, hangsUp := range []bool{true, false} {
		t.Run(fmt.Sprintf("hangs up %t", hangsUp), func(t *testing.T) {
			t.Parallel()
			d := newTestDoor(t)
			inR, inW := io.Pipe()
			_, outW := io.Pipe() // nobody reads
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			end := make(chan struct{})
			go func() {
				defer close(end)
				_ = New(Config{Door: d, Folder: "test", Version: "1"}).Serve(ctx, inR, outW)
			}()
			if _, err := io.WriteString(inW, unread()); err != nil {
				t.Fatal(err)
			}
			if hangsUp {
				_ = inW.Close()
			} else {
				cancel()
			}
			ended(t, end)
			if open, gone, _ := d.counts(); open != 0 || gone != 1 {
				t.Errorf("%d calls run and %d lines are closed", open, gone)
			}
		})
	}
}

// A client that begins to read when it has hung up gets all its answers.
func TestWhoReadsLateGetsItsAnswers(t *testing.T) {
	t.Parallel()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go func() {
		_ = New(Config{Door: newTestDoor(t), Folder: "test", Version: "1"}).Serve(t.Context(), inR, outW)
		_ = outW.Close()
	}()
	if _, err := io.WriteString(inW, unread()); err != nil {
		t.Fatal(err)
	}
	_ = inW.Close()
	all, err := io.ReadAll(outR)
	if lines := strings.Count(string(all), "\n"); err != nil || lines != 21 {
		t.Errorf("%d answers came, want 21: %v", lines, err)
	}
}

// A relay does not wait for a client that does not read, when that hangs up, and
// when Handrail ends.
func TestARelayToWhoDoesNotRead(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(client io.Closer, end func()){
		"hangs up": func(client io.Closer, _ func()) { _ = client.Close() },
		"ends":     func(_ io.Closer, end func()) { end() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there := net.Pipe()
			inR, inW := io.Pipe()
			_, outW := io.Pipe() // nobody reads
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			end := make(chan struct{})
			go func() {
				defer close(end)
				Relay(ctx, RelayEnds{In: inR, Out: outW, Conn: here, From: bufio.NewReader(here)})
			}()
			_, err := io.WriteString(inW, callLine(1, "echo", `{}`)+"\n")
			if err == nil {
				_, err = bufio.NewReader(there).ReadString('\n')
			}
			if err == nil {
				_, err = io.WriteString(there, `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n")
			}
			if err != nil {
				t.Fatal(err)
			}
			leave(inW, cancel)
			ended(t, end)
		})
	}
}
