package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"handrail/internal/secrets"
	"handrail/journal/jetstream/natstest"
	"handrail/journal/sqlite"
	"handrail/operator/machines"
	"handrail/operator/settings"
	"handrail/tools"
)

// machineAsks is how many questions are asked of another machine.
const machineAsks = 50

// A benchMachine is one of two that are paired. It tells the questions of the other one as they come, and says no to each.
type benchMachine struct {
	desk  *machines.Desk
	store *sqlite.Store
	came  chan struct{}
}

// measureMachines takes the time in which a question reaches the face of a second machine over a NATS server on this one: kept, sealed, put on
// the server, fetched, opened, kept and shown. Its floor is as many bytes that the same server carries from one bare connection to another.
func measureMachines(ctx context.Context, b bench) (lines []line, err error) {
	ctx, end := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer end()
	server, err := natstest.Open(filepath.Join(b.work, "nats"))
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	var two [2]*benchMachine
	for i, name := range []string{"one", "two"} {
		if two[i], err = newBenchMachine(ctx, &work, filepath.Join(b.work, "machine-"+name), name, server.URL()); err != nil {
			return nil, err
		}
		defer func(m *benchMachine) { work.Wait(); err = errors.Join(err, m.store.Close()) }(two[i])
	}
	defer end()
	if err := pairBench(ctx, two[0].desk, two[1].desk); err != nil {
		return nil, err
	}
	for _, m := range two {
		if err := m.desk.Connect(ctx); err != nil {
			return nil, err
		}
	}
	work.Go(func() { two[1].desk.Show(ctx, two[1]) })
	wire, err := newWire(ctx, server.URL())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, wire.conn.Close()) }()
	q := tools.Question{Tool: "bash", Space: "/space", Reason: "mode ask", Preview: tools.Preview{Title: "Run make test", Detail: strings.Repeat("make test\n", 40), Digest: "d"}}
	asked := two[0].desk.Through(benchNobody{})
	var ours, floor sample
	for range machineAsks {
		began := time.Now()
		var answering sync.WaitGroup
		answering.Go(func() { _, err = asked.Confirm(ctx, q) })
		select {
		case <-two[1].came:
		case <-time.After(time.Minute):
			return nil, errors.New("a question does not come to the other machine")
		}
		ours = append(ours, time.Since(began))
		answering.Wait() // the other one says no
		if err != nil {
			return nil, err
		}
		began = time.Now()
		if err := wire.carry(q.Preview.Detail); err != nil {
			return nil, err
		}
		floor = append(floor, time.Since(began))
	}
	return []line{{
		what: "a question reaches a second machine over NATS", ours: ours.median(), floor: "as many bytes over NATS alone", least: floor.median(),
		aim: "50 ms", met: ours.median() <= 50*time.Millisecond, remark: fmt.Sprintf("the median of %d; two databases that wait for the disk", machineAsks),
	}}, nil
}

// newBenchMachine opens a machine with a folder of its own.
func newBenchMachine(ctx context.Context, work *sync.WaitGroup, dir, name, url string) (*benchMachine, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, fmt.Appendf(nil, `{"machines":{"url":%q,"name":%q}}`, url, name), 0o600); err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(dir, "journal.db")})
	if err != nil {
		return nil, err
	}
	m := &benchMachine{store: store, came: make(chan struct{}, 1)}
	m.desk = machines.New(machines.Config{
		Context: ctx, Go: work.Go, Settings: settings.Open(file), Secrets: &benchSecrets{kept: map[string]string{}}, States: store.States(), Post: sqlite.PostIn(store), Record: store.History(),
		Outbox: noMessages{}, Owner: func(context.Context) (string, error) { return name, nil }, Alive: func(string) bool { return true },
		Redact: func(raw json.RawMessage) json.RawMessage { return raw }, Notice: func(string, string, ...any) {}, Waits: func(string) {}, Space: filepath.Base,
	})
	return m, nil
}

// Confirm implements tools.Confirmer: it is the face of the second machine.
func (m *benchMachine) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	m.came <- struct{}{}
	return tools.Answer{Verdict: tools.Deny}, nil
}

// pairBench pairs two machines whose person says yes to every code.
func pairBench(ctx context.Context, a, b *machines.Desk) error {
	yes := func(context.Context, string, string) bool { return true }
	numbers, first := make(chan string, 1), make(chan error, 1)
	go func() {
		_, err := a.Pair(ctx, "", func(n string) { numbers <- n }, yes)
		first <- err
	}()
	select {
	case n := <-numbers:
		_, err := b.Pair(ctx, n, nil, yes)
		return errors.Join(err, <-first)
	case err := <-first:
		return err
	}
}

// benchNobody is a face at which nobody sits.
type benchNobody struct{}

// Confirm waits until somebody elsewhere has answered.
func (benchNobody) Confirm(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}

// noMessages is an outbox in which nothing waits.
type noMessages struct{}

// Stamp names what is in it.
func (noMessages) Stamp(context.Context) (string, error) { return "", nil }

// Waiting is what is in it.
func (noMessages) Waiting(context.Context) ([]machines.Message, error) { return nil, nil }

// Obey does nothing.
func (noMessages) Obey(context.Context, machines.Order, machines.Message) error { return nil }

// benchSecrets are kept in memory: no keychain is asked.
type benchSecrets struct {
	mu   sync.Mutex
	kept map[string]string
}

// Get is a secret.
func (s *benchSecrets) Get(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[name] == "" {
		return "", secrets.ErrNotFound
	}
	return s.kept[name], nil
}

// Add keeps one.
func (s *benchSecrets) Add(name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[name] = value
	return nil
}

// Expand leaves a text as it is: none names a secret.
func (*benchSecrets) Expand(text string) (string, error) { return text, nil }

// A wire is a bare connection to a NATS server that hears what it says.
type wire struct {
	conn net.Conn
	read *bufio.Reader
}

func newWire(ctx context.Context, url string) (*wire, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(url, "nats://"))
	if err != nil {
		return nil, err
	}
	w := &wire{conn, bufio.NewReader(conn)}
	if _, err := fmt.Fprintf(conn, "CONNECT {\"verbose\":false}\r\nSUB bench 1\r\nPING\r\n"); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	for { // its INFO, then its PONG
		line, err := w.read.ReadString('\n')
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if strings.HasPrefix(line, "PONG") {
			return w, nil
		}
	}
}

// carry has the server carry a text to who has subscribed.
func (w *wire) carry(text string) error {
	if _, err := fmt.Fprintf(w.conn, "PUB bench %d\r\n%s\r\n", len(text), text); err != nil {
		return err
	}
	for { // the head of the message may come after a PING
		line, err := w.read.ReadString('\n')
		if err != nil {
			return err
		}
		if strings.HasPrefix(line, "MSG ") {
			break
		}
	}
	_, err := w.read.Discard(len(text) + 2)
	return err
}
