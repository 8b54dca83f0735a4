package origins

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/internal/lazy"
	"handrail/tools"
)

// dependencies are the names of folders in which package managers put the code of others.
var dependencies = []string{"node_modules", "bower_components", "vendor", "site-packages", "dist-packages", ".venv", "venv", "Pods", "Carthage", ".cargo", ".m2", ".gradle", "deps", "_build", "third_party", ".yarn", ".pnpm-store", "web_modules", "jspm_packages", "elm-stuff", ".bundle", ".tox"}

// listed is what stands before a name in a list of a folder.
var listed = lazy.Regexp(`^(?:file|folder|link|other) +(?:\d+|-)  [0-9TZ: -]{20}  `)

// names are where others have named the files that a list shows: what is there has been put there by a package manager, or nobody has
// approved it. Names of the usual length say nothing.
func (p Place) names(preview tools.Preview, r tools.Result) (out []tools.Origin) {
	long := false
	for _, text := range valuesOf(r.Content) {
		for line := range strings.Lines(text) {
			line = strings.TrimPrefix(line, listed().FindString(line))
			if !slices.ContainsFunc(strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune("/\n\"", c) }), isLong) {
				continue
			}
			long = true
			out = append(out, dependenciesPrinted(line)...)
		}
	}
	for _, effect := range preview.Effects {
		if place := p.elsewhere(effect.Target); long && effect.Kind == tools.EffectRead && place != "" {
			out = append(out, tools.Origin{Kind: tools.FromFile, Name: place})
		}
	}
	return distinct(out)
}

func isLong(name string) bool { return utf8.RuneCountInString(strings.TrimSpace(name)) >= shortest }

// dependenciesIn are the folders of dependencies that a command names, by a pattern too, or in which something lies that it has
// printed, as searches do. What a program reads there by itself is not told, and a program that is started there shows nothing of it.
func (p Place) dependenciesIn(folder, command, printed string) (out []tools.Origin) {
	for range 2 { // the end of one may be the beginning of the next
		command = started().ReplaceAllString(command, "$1 $2")
	}
	for _, word := range wordsOf(command) {
		for part := range strings.SplitSeq(word, "/") {
			for _, name := range dependencies {
				matched, err := filepath.Match(part, name)
				if part == name || err == nil && matched && len(part) > 2 && (strings.ContainsFunc(choice().ReplaceAllString(part, ""), isSign) || p.has(folder, name)) {
					out = append(out, tools.Origin{Kind: tools.FromFile, Name: name})
				}
			}
		}
	}
	return distinct(append(out, dependenciesPrinted(printed)...))
}

// started is what a script starts of a virtual environment or of installed packages, and where it makes one active: at the beginning of a
// command, behind variables that are set for it and behind what starts another.
var started = lazy.Regexp(`(^|[;&|({\n]|\b(?:then|do|else|time|exec|env|nohup|timeout +[0-9.]+[smh]?) )[ \t]*(?:[A-Za-z_]\w*=[\w./:-]*[ \t]+)*` +
	`(?:(?:[\w./-]*/)?(?:\.?venv/bin|node_modules/\.bin|vendor/bin)/[\w.-]+|(?:source|\.)[ \t]+(?:[\w./-]*/)?\.?venv/bin/activate)([ \t;&|)}\n]|$)`)

// choice is a list of characters in a pattern.
var choice = lazy.Regexp(`\[[^]]*\]`)

// isSign reports whether a character of a pattern stands for itself only. A pattern of others alone may be one of another language.
func isSign(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// has reports whether a folder of dependencies lies where a command starts, or in the space.
func (p Place) has(folder, name string) bool {
	return slices.ContainsFunc([]string{folder, p.Dir}, func(dir string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return dir != "" && err == nil
	})
}

// dependenciesPrinted are those of which a text shows a path that leads into them. The name alone says nothing of what is there.
func dependenciesPrinted(printed string) (out []tools.Origin) {
	for _, text := range valuesOf(printed) {
		for _, name := range dependencies {
			if leadsInto(text, name+"/") {
				out = append(out, tools.Origin{Kind: tools.FromFile, Name: name})
			}
		}
	}
	return distinct(out)
}

// leadsInto reports whether a text shows a path in a folder.
func leadsInto(text, folder string) bool {
	for at := 0; ; {
		next := strings.Index(text[at:], folder)
		if next < 0 {
			return false
		}
		begins := at + next
		at = begins + len(folder)
		if (begins == 0 || strings.ContainsRune("/ \t\n\"'(", rune(text[begins-1]))) && at < len(text) && !strings.ContainsRune(" \t\r\n\"'),:;", rune(text[at])) {
			return true
		}
	}
}

// distinct are the first of a list, each once.
func distinct(list []tools.Origin) (out []tools.Origin) {
	for _, o := range list {
		if len(out) < mostFiles && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}
