package pinning

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
)

// longestFirst is how much of a first line every kernel reads; it cuts off the rest.
const longestFirst = 126

// FirstLine says why the first line of a script of the space, which names its interpreter, has
// code run that cannot be pinned. The interpreter stands outside the space, and its options
// are of those that load nothing: whatever else stands there is a finding.
func (r *Reader) FirstLine(script, text string) []Loose {
	first, _, _ := strings.Cut(text, "\n")
	line, is := strings.CutPrefix(first, "#!")
	if !is {
		return nil
	}
	words := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == '\r' })
	why := r.firstWords(words, len(first))
	for _, word := range words[:min(3, len(words))] {
		if _, body, _ := strings.Cut(text, "\n"); why == "" {
			why = ownLanguage(path.Base(word), bash.Word{Text: body, Known: true})
		}
	}
	if why != "" {
		return []Loose{{Command: short(script + ": " + first), Why: why}}
	}
	return nil
}

func (r *Reader) firstWords(words []string, length int) string {
	switch {
	case len(words) == 0:
		return "its first line names no interpreter"
	case length > longestFirst:
		return "its first line is longer than a system reads"
	}
	program, rest := words[0], words[1:]
	if why := r.outside(program); why != "" {
		return why
	}
	if path.Base(program) == "env" {
		if len(rest) > 0 && rest[0] == "-S" {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return "its first line names no interpreter"
		}
		program, rest = rest[0], rest[1:]
		if !plainProgram().MatchString(program) {
			if why := r.outside(program); why != "" {
				return why
			}
		}
	}
	name := path.Base(program)
	for i, option := range rest {
		if !loadsNothing(name, option) && (option != "pipefail" || i == 0 || !strings.HasSuffix(rest[i-1], "o")) {
			return "its interpreter is given " + option + ", which is none of the options that load nothing"
		}
	}
	if slices.Contains([]string{"sed", "gsed", "awk", "gawk", "mawk", "nawk", "jq"}, name) {
		return "" // their option -f names the script itself
	}
	return r.interpreted(name, rest)
}

// outside says why a path can be no interpreter.
func (r *Reader) outside(program string) string {
	if !path.IsAbs(program) {
		return "its first line names " + program + ", which is looked for where it runs"
	}
	if streams(program) {
		return "its first line names " + program + ", which leads below /dev or /proc"
	}
	for _, at := range []string{program, path.Clean(program), followed(program)} {
		if in, _ := r.inSpace(at, []string{r.dir}); in && filepath.IsAbs(at) {
			return "its first line names " + program + ", which lies in the space"
		}
	}
	return ""
}

// followed is where a path leads; the path itself if it leads nowhere.
func followed(name string) string {
	if at, err := filepath.EvalSymlinks(name); err == nil {
		return at
	}
	return name
}

// interpreted says why a program that is no interpreter, or runs more than the script that it is
// given, cannot stand in a first line.
func (r *Reader) interpreted(name string, options []string) string {
	if _, wraps := programs.Lookup(name); wraps {
		return "its first line names " + name + ", which starts another program"
	}
	line := bash.Command{Dirs: []string{r.dir}}
	const script = "script"
	for _, word := range slices.Concat([]string{name}, options, []string{script}) {
		line.Args = append(line.Args, bash.Word{Text: word, Known: true})
	}
	return r.look(line, place{r: r, folder: r.dir, pinned: func(name string, _ programs.Completion) bool { return name == script }, scripts: new([]ran), unfit: new(string)})
}

// loadsNothing reports whether an option of an interpreter loads nothing, whatever lies in the space.
func loadsNothing(name, option string) bool {
	name = strings.TrimSuffix(name, ".exe")
	letters, dashed := strings.CutPrefix(option, "-")
	of := func(allowed string) bool { return dashed && letters != "" && strings.Trim(letters, allowed) == "" }
	switch {
	case programs.IsShell(name):
		return of("efhnuvxpo") && !strings.Contains(strings.TrimSuffix(letters, "o"), "o") || slices.Contains([]string{"-", "--", "--norc", "--noprofile", "--posix"}, option)
	case strings.HasPrefix(name, "python"), strings.HasPrefix(name, "pypy"):
		return of("usEIBPOqbS")
	case strings.HasPrefix(name, "perl"), strings.HasPrefix(name, "ruby"):
		return of("wTtW")
	case name == "node", name == "nodejs":
		return slices.Contains([]string{"--no-warnings", "--no-deprecation", "--enable-source-maps", "--use_strict"}, option)
	case name == "php":
		return of("qn")
	case name == "deno":
		return option == "run" || strings.HasPrefix(option, "--allow-") || option == "--no-prompt" || option == "-A"
	case name == "bun":
		return option == "run"
	case slices.Contains([]string{"sed", "gsed", "jq"}, name):
		return of("nrEesf") && strings.HasSuffix(letters, "f") && strings.Count(letters, "f") == 1 && (name == "jq" || !strings.Contains(letters, "e")) || of("nrEs")
	case slices.Contains([]string{"awk", "gawk", "mawk", "nawk"}, name):
		return option == "-f"
	}
	return false
}
