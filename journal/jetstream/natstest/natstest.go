// Package natstest runs a real NATS server in a test's process.
package natstest

import (
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
	s := &Server{t: t, options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true, MaxPayload: 1 << 20,
	}}
	for _, change := range options {
		change(&s.options)
	}
	s.Again()
	s.options.Port = s.running.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it listens on TCP
	t.Cleanup(s.Kill)
	return s
}

// Again starts the server, on what lies in its folder.
func (s *Server) Again() {
	s.t.Helper()
	options := s.options // the server changes its own
	running, err := server.NewServer(&options)
	if err != nil {
		s.t.Fatal(err)
	}
	go running.Start()
	if !running.ReadyForConnections(20 * time.Second) {
		s.t.Fatal("the NATS server does not start")
	}
	s.running = running
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
