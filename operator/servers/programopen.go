package servers

import (
	"fmt"
	"slices"
	"time"

	"handrail/operator/servers/code"
)

// open names the program that could now change a file of a server's program without a sign in its times, and that file; "" if none could.
// It asks who has mapped which files before it looks at them: what is mapped after that is also written after the look.
func (p Programs) open(f Found) (string, error) {
	places, open, err := p.places(f)
	if err != nil || len(places) == 0 {
		return "", err
	}
	var list []mapping
	if err := p.s.c.Mapped(func(program, path string, ino uint64) { list = append(list, mapping{program, path, ino}) }); err != nil || len(list) == 0 {
		return "", err
	}
	seen, err := code.LookAt(places, open, time.Now(), "")
	if err != nil {
		return "", err
	}
	for _, m := range list {
		if path, ok := seen.Inodes[m.ino]; ok {
			return fmt.Sprintf("%s (%s)", m.program, p.short(path)), nil
		}
	}
	return "", nil
}

// A mapping is a file that a program has mapped.
type mapping struct {
	program, path string
	ino           uint64
}

// cannotTell is the error where nobody can tell what may still change a server's program.
func cannotTell(err error) error {
	return fmt.Errorf("it can't be told what could still change its program (%w): end what is left running, among the jobs, and look again", err)
}

// living reports whether something that still runs can write one of these files.
func (p Programs) living(files []string) bool {
	rooms, err := p.s.c.Living()
	return err != nil || slices.ContainsFunc(files, func(path string) bool {
		list, err := rooms(path)
		return err != nil || len(list) > 0
	})
}
