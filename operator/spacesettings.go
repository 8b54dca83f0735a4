package operator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/internal/spool"
	"handrail/operator/news"
	"handrail/tools/builtin"
)

// What the window's page of walls and jobs reads.
type (
	// A Wall is one kind of limit on what a started program can do.
	Wall = sandbox.Wall
	// A Job is what runs in the background, or has.
	Job = builtin.Job
	// A Piece is a part of an output.
	Piece = spool.Piece
)

// SpaceWalls is what stands around the programs of a space, and what the person
// has let through (docs/spec/12-processes.md).
type SpaceWalls struct {
	Walls    []Wall   // files, network, limits
	Gaps     []string // ways out that are not held, a sentence each
	Readable []string // what can be read beside the system and the space
	Writable []string // the space, its temporary folder, and what was granted
	Granted  []string // by a pick in a dialog; Operator.Revoke takes one back

	Network  []string // what the person has set, as sandbox.ParseNetwork reads it
	Own      bool     // for this space; else it is what all spaces have
	Shared   []string // what all spaces have
	Fixed    []string // what --network says, which has the last word; nil if it was not given
	Answer   RegistryAnswer
	Registry []string // the hosts that the word registry stands for, with their port

	MemoryMiB, FileMiB int64 // of the programs of one call; of one file
	Processes          int   // of one call
	CPUSeconds         int64 // of one process
	File               string
}

// A RegistryAnswer is what the person has said about the package registries.
type RegistryAnswer struct {
	Said string    `json:"said,omitempty"` // "yes", "no" (until the app ends), or "" if they have not been asked
	When time.Time `json:"when,omitzero"`  // of a yes that is kept; else zero
}

// A WordProblem is a word of a network that cannot be.
type WordProblem struct{ Word, Text string }

// Walls looks at what stands around the programs of the space now. It makes the
// room that the next program will run in, which takes some milliseconds, and the
// registries' hosts may take seconds the first time.
func (s *Space) Walls(ctx context.Context) (SpaceWalls, error) {
	report := sandbox.None("the walls could not be built")
	in, err := s.o.rooms.of(s, nil, nil)
	switch {
	case err != nil:
		report = sandbox.None(err.Error())
	case in.walls != nil:
		report = in.walls.Report()
	}
	out := SpaceWalls{Walls: report.Walls(), Gaps: report.Gaps, Registry: s.o.registries(), File: s.o.settings.Path(), Fixed: s.o.c.Network}
	profile, _, err := s.profile(nil)
	if err != nil {
		return out, err
	}
	out.Readable, out.Writable = profile.Read, profile.Write
	limits := profile.Limits.Filled()
	out.MemoryMiB, out.FileMiB, out.Processes, out.CPUSeconds = limits.Memory>>20, limits.FileSize>>20, limits.Processes, limits.CPU
	if out.Granted, err = s.Granted(ctx); err != nil {
		return out, err
	}
	if out.Answer, err = s.registryAnswer(ctx); err != nil {
		return out, err
	}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return out, err
	}
	out.Shared = networkWordsOf(settings.Network)
	own := settings.PerSpace[s.dir].Network
	out.Own = own != nil
	if out.Network = out.Shared; out.Own {
		out.Network = networkWordsOf(own)
	}
	return out, nil
}

// networkWordsOf are the words as the app writes them; what cannot be read
// counts as off, as it does for programs.
func networkWordsOf(words Words) []string {
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		n = sandbox.Network{Mode: sandbox.Off}
	}
	return n.Words()
}

// registryAnswer is what the person has said about the package registries.
func (s *Space) registryAnswer(ctx context.Context) (RegistryAnswer, error) {
	text, granted, err := s.o.store.State(ctx, networkKind, s.dir)
	if err != nil {
		return RegistryAnswer{}, err
	}
	if granted {
		_, when, _ := strings.Cut(text, " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil {
			at = time.Time{} // it counts all the same
		}
		return RegistryAnswer{Said: "yes", When: at}, nil
	}
	if said := s.registrySaid.Load(); said != nil && said.no != nil && said.call == "" {
		return RegistryAnswer{Said: "no"}, nil
	}
	return RegistryAnswer{}, nil
}

// CheckNetwork says which of the words cannot be a network, each with the
// reason. None: SetNetwork takes them.
func CheckNetwork(words []string) []WordProblem {
	var found []WordProblem
	for _, word := range words {
		if _, err := sandbox.ParseNetwork([]string{word}); err != nil {
			found = append(found, WordProblem{word, err.Error()})
		}
	}
	if len(found) > 0 {
		return found
	}
	if _, err := sandbox.ParseNetwork(words); err != nil {
		return []WordProblem{{strings.Join(words, ", "), err.Error()}}
	}
	return nil
}

// SetNetwork sets what programs of the space may reach, from their next call on,
// and tells the window. No words: what all spaces have. Off means off: it takes
// back an answer about registries too. Words that are no network are an error,
// and nothing is changed.
func (s *Space) SetNetwork(ctx context.Context, words []string) error {
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		return fmt.Errorf("the network of this space is left as it was: %w", err)
	}
	_, err = s.o.settings.Update(func(all *Settings) error {
		own := all.PerSpace[s.dir]
		if own.Network = n.Words(); len(words) == 0 {
			own.Network = nil
		}
		all.SetSpace(s.dir, own)
		return nil
	})
	if err != nil {
		return err
	}
	if len(words) > 0 && n.Mode == sandbox.Off {
		if err := s.RevokeNetwork(ctx); err != nil {
			return err
		}
	}
	return s.reloaded(ctx)
}

// reloaded reads the space again and tells the window.
func (s *Space) reloaded(ctx context.Context) error {
	if err := s.reload(ctx); err != nil {
		return err
	}
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}
