package servers

import (
	"context"
	"time"

	"handrail/mcp"
)

// FolderName is the name of a server's folder.
func FolderName(name string) string { return folderName(name) }

// ChangeOf is a change as the person reads it.
func ChangeOf(c mcp.ToolChange) Change { return changeOf(c) }

// DataFolder is the folder that a server may keep its own things in.
func (s *Set) DataFolder(name string) string {
	f, err := s.Find(name)
	if err != nil {
		f = Found{Name: name, From: FromSettings} // one that is only tried
	}
	return s.resolver.dataFolder(f)
}

// Remake lists the tools of the space anew.
func (s *Set) Remake(ctx context.Context) error { return s.c.Remake(ctx) }

// Connect waits until a server is ready, or says why it is not.
func (s *Set) Connect(ctx context.Context, name string) error {
	v, err := s.server(name)
	if err != nil {
		return err
	}
	return v.connect(ctx)
}

// Change changes the pins of a server.
func (p Pins) Change(ctx context.Context, f Found, change func(*mcp.Pins) error) error {
	_, err := p.change(ctx, f, change)
	return err
}

// StartTimeout is how long a server may take to start.
func (s *Set) StartTimeout(name string) (time.Duration, error) {
	f, err := s.Find(name)
	if err != nil {
		return 0, err
	}
	c, err := clientConfig(s, f, "")
	return c.Server.StartTimeout(), err
}
