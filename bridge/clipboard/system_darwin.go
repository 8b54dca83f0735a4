package clipboard

import (
	"context"

	"handrail/internal/proc"
)

// system is what reads and writes the clipboard on macOS: parts of the system, which
// nobody exchanges.
type system struct {
	runner
	missing error
}

func findSystem(env []string, _ func() []string) system {
	var own []string
	for _, name := range []string{"HOME", "USER", "__CF_USER_TEXT_ENCODING"} {
		if value := proc.Getenv(env, name); value != "" {
			own = append(own, name+"="+value)
		}
	}
	return system{runner: runner{append(own, "PATH=/usr/bin:/bin", "LC_CTYPE=UTF-8"), patience}}
}

// read reads the text. pbpaste does not say what else there is.
func (s system) read(ctx context.Context) (Content, error) {
	text, _, err := s.take(ctx, "/usr/bin/pbpaste", "-Prefer", "txt")
	if err != nil {
		return Content{}, err
	}
	if text == "" {
		return Content{Kind: Other}, nil
	}
	return textOf(text), nil
}

func (s system) write(ctx context.Context, text string) error {
	return s.put(ctx, text, "/usr/bin/pbcopy")
}
