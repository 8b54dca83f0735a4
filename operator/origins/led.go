package origins

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/plain"
	"handrail/operator/paths"
	"handrail/tools"
)

// mostWords is how many words of a command are followed.
const mostWords = 200

// led is whose words lie where the words of a command lead: by a pattern, by a link, or through the whole space.
func (p Place) led(ctx context.Context, folder, command string) (from []tools.Origin) {
	folder = cmp.Or(folder, p.Dir)
	add := func(list ...tools.Origin) {
		for _, o := range list {
			if len(from) < mostFiles && !holds(from, o) {
				from = append(from, o)
			}
		}
	}
	dependency := func(at string) {
		if place := p.elsewhere(at); place != "" && paths.Within(at, []string{p.Dir}) && p.Trusted() {
			add(tools.Origin{Kind: tools.FromFile, Name: place})
		}
	}
	dependency(folder)
	words := wordsOf(command)
	for _, word := range words[:min(len(words), mostWords)] {
		for _, at := range p.leads(folder, word) {
			dependency(at)
			add(p.Files.Of(ctx, at)...)
		}
	}
	if wanders(words) {
		for _, name := range dependencies {
			if at, err := filepath.EvalSymlinks(filepath.Join(p.Dir, name)); err == nil && paths.Within(at, []string{p.Dir}) {
				add(tools.Origin{Kind: tools.FromFile, Name: name})
			}
		}
	}
	return from
}

// leads are the files of a pattern, and where a link leads. A plain name is no such: Printed knows it.
func (p Place) leads(folder, word string) (list []string) {
	at := word
	if !filepath.IsAbs(at) {
		at = filepath.Join(folder, filepath.FromSlash(word))
	}
	if strings.ContainsAny(word, "*?[") {
		matched := plain.Glob(at)
		if top, below, deep := strings.Cut(strings.TrimPrefix(word, "./"), "/"); deep && below != "" { // what lay there may have been moved away by the command
			for _, name := range dependencies {
				if is, err := filepath.Match(top, name); err == nil && is {
					matched = append([]string{filepath.Join(folder, name)}, matched[:min(len(matched), mostWords)]...)
				}
			}
			matched = slices.DeleteFunc(matched, func(at string) bool { _, err := os.Lstat(at); return err != nil })
		}
		return matched[:min(len(matched), mostWords)]
	}
	if real, err := filepath.EvalSymlinks(at); err == nil && real != at && paths.Within(at, []string{p.Dir}) {
		return []string{real}
	}
	return nil
}

// wanders reports whether a command has a program print what is in all files below a folder without saying in which it stands.
func wanders(words []string) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(names, filepath.Base(w)) })
	}
	if has("find", "fd", "fdfind") && has("-exec", "-execdir", "-ok", "xargs", "-x", "-X", "while", "for", "cat", "parallel") {
		return true
	}
	if !has("grep", "egrep", "fgrep", "rg", "ag", "ack", "zgrep", "ugrep") {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "--no-filename" || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "h")
	})
}
