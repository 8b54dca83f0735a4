package permits

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/operator/paths"
)

const (
	aliasFiles = 16      // how many files of settings are read for aliases, with what they include
	aliasBytes = 1 << 20 // how much of each
)

// gitAliases are the aliases of the person's own settings of git that start no program, by their names in small letters, as a shell would write what they
// stand for. There are none where an agent could have written one of these files, or where a variable leads git to others. One that holds only under a
// condition is not among them.
func (b *Book) gitAliases() map[string]string {
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG"} {
		if b.c.Getenv(name) != "" {
			return nil
		}
	}
	agents, err := b.c.Ground()
	if err != nil {
		return nil
	}
	config := b.c.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(config) {
		config = filepath.Join(b.c.Home, ".config")
	}
	a := aliases{home: b.c.Home, agents: agents, of: map[string]string{}, not: map[string]bool{}}
	for _, file := range []string{"/etc/gitconfig", filepath.Join(config, "git", "config"), filepath.Join(b.c.Home, ".gitconfig")} {
		if !a.read(file, false) {
			return nil
		}
	}
	for name := range a.not {
		delete(a.of, name)
	}
	return a.of
}

// aliases are those that were read.
type aliases struct {
	home   string
	agents paths.Ground
	of     map[string]string
	not    map[string]bool // of these nobody knows what they stand for
	files  int
}

// read reads one file and what it includes; git takes the last that it reads. maybe says that a condition decides whether it counts. It
// reports whether all of it could be read that the person alone may have written.
func (a *aliases) read(file string, maybe bool) bool {
	if a.files++; a.files > aliasFiles || a.agents.Crossed(file) {
		return false
	}
	real, _, err := paths.Trail(file)
	if err != nil {
		return false
	}
	text, _, err := git.ReadFile(real, aliasBytes)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	entries, err := git.Parse(text)
	if err != nil {
		return false
	}
	for _, e := range entries {
		switch {
		case e.Section == "alias":
			name := strings.ToLower(e.Key)
			if e.Sub != "" { // [alias "name"] command = …
				name = strings.ToLower(e.Sub)
			}
			command, ok := plainAlias(e)
			if delete(a.of, name); ok && !maybe && e.Sub == "" {
				a.of[name] = command
				continue
			}
			a.not[name] = true
		case (e.Section == "include" || e.Section == "includeif") && e.Key == "path":
			to := paths.Expand(a.home, e.Value)
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(file), to)
			}
			if !a.read(to, maybe || e.Section == "includeif") {
				return false
			}
		}
	}
	return true
}

// plainAlias is what an alias stands for that starts no program, with each word in quotes.
func plainAlias(e git.Entry) (string, bool) {
	if e.Bare || strings.HasPrefix(strings.TrimSpace(e.Value), "!") {
		return "", false
	}
	words, ok := gitWords(e.Value)
	if !ok || len(words) == 0 || strings.HasPrefix(words[0], "!") {
		return "", false
	}
	for i, w := range words {
		words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(words, " "), true
}

// gitWords splits the text of an alias as git does.
func gitWords(text string) (words []string, ok bool) {
	var word []byte
	begun, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == 0:
			return nil, false
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			if begun {
				words = append(words, string(word))
			}
			word, begun = nil, false
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case c == quote:
			quote = 0
		case c == '\\' && quote != '\'':
			if i++; i == len(text) {
				return nil, false
			}
			word, begun = append(word, text[i]), true
		default:
			word, begun = append(word, c), true
		}
	}
	if begun {
		words = append(words, string(word))
	}
	return words, quote == 0 && !slices.Contains(words, "")
}
