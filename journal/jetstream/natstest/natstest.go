// Package natstest runs a real NATS server in the process of a test or a benchmark.
package natstest

import (
	"errors"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A Server is a NATS server with JetStream that can be killed and started again on its port.
type Server struct {
	t       *testing.T
	options server.Options
	running *server.Server
}

// Start starts a server on this machine that keeps what it has in dir. options change what it is started with.
func Start(t *testing.T, dir string, options ...func(*server.Options)) *Server {
	t.Helper()
	s, err := Open(dir, options...)
	if err != nil {
		t.Fatal(err)
	}
	s.t = t
	t.Cleanup(s.Kill)
	return s
}

// Open is Start without a test: whoever opens a server kills it, and starts no such one again.
func Open(dir string, options ...func(*server.Options)) (*Server, error) {
	s := &Server{options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true, MaxPayload: 1 << 20,
	}}
	for _, change := range options {
		change(&s.options)
	}
	if err := s.start(); err != nil {
		return nil, err
	}
	s.options.Port = s.running.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it listens on TCP
	return s, nil
}

// Again starts the server, on what lies in its folder.
func (s *Server) Again() {
	s.t.Helper()
	if err := s.start(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *Server) start() error {
	options := s.options // the server changes its own
	running, err := server.NewServer(&options)
	if err != nil {
		return err
	}
	go running.Start()
	if !running.ReadyForConnections(20 * time.Second) {
		return errors.New("the NATS server does not start")
	}
	s.running = running
	return nil
}

// Kill ends the server with all its connections.
func (s *Server) Kill() {
	if s.running == nil {
		return
	}
	s.running.Shutdown()
	s.running.WaitForShutdown()
	s.running = nil
}

// Move has the server keep what it has in another folder from its next start on.
func (s *Server) Move(dir string) { s.options.StoreDir = dir }

// URL is where the server is.
func (s *Server) URL() string {
	scheme := "nats://"
	if s.options.TLSConfig != nil {
		scheme = "tls://"
	}
	return scheme + s.running.Addr().String()
}
