package pinning

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
)

// A script is unfit if what an interpreter reads there need not be the author's: a stream, or
// a file that the same command writes under another name (docs/decisions/0695-a-script-is-a-file.md).

// absolute are the places that a word may name, seen from the folders a command may run in.
func absolute(name string, dirs []string) (all []string) {
	at := filepath.FromSlash(name)
	if filepath.IsAbs(at) {
		return []string{filepath.Clean(at)}
	}
	for _, dir := range dirs {
		if dir != "" {
			all = append(all, filepath.Join(dir, at))
		}
	}
	return all
}

// noFile says why a file of the space that is there can be no script; "" if it can.
func (r *Reader) noFile(name string, dirs []string) string {
	for _, at := range absolute(name, dirs) {
		if streams(at) {
			return "it runs " + name + ", which leads below /dev or /proc: that is a stream, and no script"
		}
		info, err := os.Stat(at)
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return "it runs " + name + ", which is no regular file"
		}
	}
	return ""
}

// mostLinks is how many links are followed to where a path leads.
const mostLinks = 40

// streams reports whether a path leads below /dev or /proc, at any step.
func streams(at string) bool {
	rest := strings.Split(filepath.ToSlash(at), "/")
	now := "/"
	for links := 0; len(rest) > 0 && links < mostLinks; {
		if rest[0] == "" || filepath.VolumeName(at) != "" {
			rest = rest[1:]
			continue
		}
		now, rest = filepath.Join(now, rest[0]), rest[1:]
		if slices.Contains([]string{"/dev", "/proc"}, now) {
			return true
		}
		to, err := os.Readlink(now)
		if err != nil {
			continue
		}
		links++
		if filepath.IsAbs(to) {
			now = "/"
		} else {
			now = filepath.Dir(now)
		}
		rest = append(strings.Split(filepath.ToSlash(to), "/"), rest...)
	}
	return false
}

// A ran is a file that a command runs as a script, with the name by which it does.
type ran struct{ name, at string }

// namedTwice says which script has another name among the words and outputs of the commands.
func namedTwice(list []ran, commands []bash.Command) (ran, bool) {
	for _, script := range list {
		info, err := os.Stat(script.at)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		for _, c := range commands {
			for _, w := range slices.Concat(c.Writes, c.Args) {
				for _, at := range absolute(w.Text, c.Dirs) {
					if at == script.at || !w.Known || len(w.Text) > 4096 {
						continue
					}
					if other, err := os.Stat(at); err == nil && os.SameFile(info, other) {
						return script, true
					}
				}
			}
		}
	}
	return ran{}, false
}
