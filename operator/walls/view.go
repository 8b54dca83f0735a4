package walls

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/git"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/operator/settings"
)

// A Wall is one kind of limit on what a started program can do.
type Wall = sandbox.Wall

// View is what stands around the programs of a space, and what the person
// has let through (docs/spec/12-processes.md).
type View struct {
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

// View looks at what stands around the programs of the space now. It makes the
// room that the next program will run in, which takes some milliseconds, and the
// registries' hosts may take seconds the first time.
func (s *Space) View(ctx context.Context) (View, error) {
	report := sandbox.None("the walls could not be built")
	in, err := s.room(nil)
	switch {
	case err != nil:
		report = sandbox.None(err.Error())
	case in.walls != nil:
		report = in.walls.Report()
	}
	out := View{Walls: report.Walls(), Gaps: report.Gaps, Registry: s.k.registries(), File: s.k.c.Settings.Path(), Fixed: s.k.c.Network}
	profile, _, err := s.Profile(nil)
	if err != nil {
		return out, err
	}
	out.Readable, out.Writable = profile.Read, profile.Write
	limits := profile.Limits.Filled()
	out.MemoryMiB, out.FileMiB, out.Processes, out.CPUSeconds = limits.Memory>>20, limits.FileSize>>20, limits.Processes, limits.CPU
	if out.Granted, err = s.c.Granted(ctx); err != nil {
		return out, err
	}
	if out.Answer, err = s.registry.answer(ctx); err != nil {
		return out, err
	}
	all, _, err := s.k.c.Settings.Load()
	if err != nil {
		return out, err
	}
	out.Shared = networkWordsOf(all.Network)
	own := all.PerSpace[s.c.Dir].Network
	out.Own = own != nil
	if out.Network = out.Shared; out.Own {
		out.Network = networkWordsOf(own)
	}
	return out, nil
}

// networkWordsOf are the words as the app writes them; what cannot be read
// counts as off, as it does for programs.
func networkWordsOf(words settings.Words) []string {
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		n = sandbox.Network{Mode: sandbox.Off}
	}
	return n.Words()
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
	_, err = s.k.c.Settings.Update(func(all *settings.Settings) error {
		own := all.PerSpace[s.c.Dir]
		if own.Network = n.Words(); len(words) == 0 {
			own.Network = nil
		}
		all.SetSpace(s.c.Dir, own)
		return nil
	})
	if err != nil {
		return err
	}
	if len(words) > 0 && n.Mode == sandbox.Off {
		if err := s.Revoke(ctx); err != nil {
			return err
		}
	}
	return s.c.Reloaded(ctx)
}

// below are the folders of the person's PATH that lie below another one, relative to it and with slashes, whether they are there or not. What PATH names
// by no root counts from there, too: a shell looks for it from where it is.
func (o *ownPath) below(k *Keeper, dir string) (names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if time.Since(o.realSince) >= standingFor {
		o.real, o.local, o.realSince = nil, nil, time.Now()
		for _, folder := range filepath.SplitList(proc.Getenv(k.c.Vars, "PATH")) {
			if filepath.IsAbs(folder) {
				o.real = append(o.real, filepath.Clean(folder), leading(filepath.Clean(folder)))
			} else if folder != "" && filepath.IsLocal(folder) && filepath.Clean(folder) != "." {
				o.local = append(o.local, filepath.ToSlash(filepath.Clean(folder)))
			}
		}
	}
	names = slices.Clone(o.local)
	for _, folder := range o.real {
		rel, err := filepath.Rel(dir, folder)
		if name := filepath.ToSlash(rel); err == nil && filepath.IsLocal(rel) && rel != "." && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// leading is where a path leads, as far as anything of it is there.
func leading(path string) string {
	for at := path; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil || at == filepath.Dir(at) {
			return filepath.Join(real, strings.TrimPrefix(path, at))
		}
	}
}

// Finds are the folders of the space, by their paths, in which the person's shell looks for programs: by their PATH, by a .envrc, by mise.
func Finds(s *Space) (folders []string) {
	roots := append([]string{s.c.Dir}, furtherRoots(s, s.c.Roots())...)
	for _, dir := range roots {
		entered, _ := git.Entered(dir)
		for _, name := range slices.Concat(s.k.path.below(s.k, dir), entered) {
			folders = append(folders, at(dir, name))
		}
	}
	return folders
}

// tellMoved tells the person of that, and returns what the caller has to know. late says that no call's record has it.
func tellMoved(r *repositories, who string, told []string, late bool) string {
	if len(told) == 0 {
		return ""
	}
	tellLate(r, late, fmt.Sprintf("%s moved git on in %s: %s.", who, filepath.Base(r.s.c.Dir), strings.Join(told, "; ")))
	return "In git, the person was told: " + strings.Join(told, "; ") + "."
}

// GitBeyond is where the git folder of a work tree lies, if that is outside these folders, and the folder of its repository; "" if it lies in them, or there is none.
func GitBeyond(tree string, folders []string) (at, repository string) {
	folder := git.FolderOf(tree)
	real, err := filepath.EvalSymlinks(folder)
	if folder == "" || err != nil || paths.Within(real, folders) {
		return "", ""
	}
	if before, _, ok := strings.Cut(filepath.ToSlash(real), "/.git/"); ok {
		return real, filepath.FromSlash(before)
	}
	return real, real
}
