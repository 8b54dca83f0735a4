package guard

import (
	"path"
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/secrets/looks"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeSecrets asks before secrets are printed or read.
func (sf *safety) judgeSecrets(name string, args []bash.Word, c bash.Command) (finding, bool) {
	printed := func(what tools.Clause) (finding, bool) { return finding{rule: rulePrinted, reason: what}, true }
	switch {
	case printsEnvironment(name, args):
		if name != "set" && showsPlain(c.Into) {
			return finding{}, false
		}
		return printed(tools.Say(tools.WhyPrintsEnvironment))
	case name == "printenv" && slices.ContainsFunc(args, func(a bash.Word) bool { return secretLike(a.Text) }):
		return printed(tools.Say(tools.WhyPrintsSecret, args[0].Text))
	case slices.Contains([]string{"echo", "printf", "cat", "tee"}, name):
		for _, a := range args {
			if v := secretVariable(a); v != "" {
				return printed(tools.Say(tools.WhyPrintsSecret, v))
			}
			if !a.Known && strings.Contains(a.Text, "${!") { // whichever a loop comes to
				return printed(tools.Say(tools.WhyPrintsEnvironment))
			}
		}
		if v := secretVariable(bash.Word{Text: c.In.Text}); v != "" && !c.In.Known && len(c.Writes) == 0 {
			return printed(tools.Say(tools.WhyPrintsSecret, v))
		}
		if name == "echo" || name == "printf" {
			return finding{}, false
		}
	case (name == "test" || name == "[") && c.Args[0].Text == name: // the shell's own: it reads no file and prints nothing
		return finding{}, false
	case name == "security" && len(args) > 0 && strings.HasPrefix(args[0].Text, "find-"), name == "secret-tool" && len(args) > 0 && args[0].Text == "lookup",
		name == "gpg" && bash.HasFlag(args, "--export-secret-keys"), name == "gh" && len(args) > 1 && args[0].Text == "auth" && args[1].Text == "token":
		return printed(tools.Say(tools.WhyPrintsKeychain))
	}
	if name == "cp" && c.Args[0].Text == name {
		args = copiedFrom(args)
	}
	if name == "openssl" && c.Args[0].Text == name {
		args = notMade(args)
	}
	for _, a := range args {
		if sensitive(a) && (c.Args[0].Text != name || !tellsNames(name, args) || !tools.SensitivePath(a.Text) && (!a.Glob || strings.HasPrefix(a.Text, "-"))) {
			return finding{rule: ruleRead, reason: tools.Say(tools.WhyNamesSecrets, a.Text)}, true
		}
		if at := sensitiveFitting(a, c, sf.looked); at != "" && (c.Args[0].Text != name || !tellsNames(name, args)) {
			return finding{rule: ruleRead, reason: tools.Say(tools.WhyNamesSecrets, at)}, true
		}
	}
	return finding{}, false
}

// sensitiveFitting is a file that there is, that usually holds secrets, and that a pattern fits, or the variable of a loop over one.
func sensitiveFitting(a bash.Word, c bash.Command, looked *int) string {
	if !a.Glob && !a.Names || strings.HasPrefix(a.Text, "-") {
		return ""
	}
	list, whole := fitting(a.Text, c.Dirs, looked, tools.SensitivePath)
	switch {
	case len(list) > 0:
		return path.Base(list[0])
	case !whole: // one may be among those that were not looked at
		return a.Text
	}
	return ""
}

// copiedFrom are the words of cp but the file to which a single other one is copied: nothing of that one is shown. Where more is
// copied, or an option may say where to, they are all.
func copiedFrom(args []bash.Word) []bash.Word {
	var files []bash.Word
	for _, a := range args {
		switch {
		case !a.Known || a.Glob:
			return args
		case !strings.HasPrefix(a.Text, "-"):
			files = append(files, a)
		case strings.Trim(a.Text, "finpuv") != "-":
			return args
		}
	}
	if len(files) != 2 {
		return args
	}
	return files[:1]
}

// notMade are the words of openssl but the files that it makes.
func notMade(args []bash.Word) (list []bash.Word) {
	for i, a := range args {
		if i == 0 || !slices.Contains([]string{"-out", "-keyout"}, args[i-1].Text) {
			list = append(list, a)
		}
	}
	return list
}

// showsPlain reports whether a command shows of the environment that it reads only names, how many there are, or variables whose names begin
// like no secret's: cut -d= -f1, wc, grep ^GO.
func showsPlain(into []bash.Word) bool {
	if len(into) == 0 || slices.ContainsFunc(into, func(a bash.Word) bool { return !a.Known || a.Glob }) {
		return false
	}
	var texts []string
	for _, a := range into[1:] {
		texts = append(texts, a.Text)
	}
	switch into[0].Text {
	case "wc":
		return true
	case "cut":
		slices.Sort(texts)
		return slices.Equal(texts, []string{"-d=", "-f1"})
	case "grep", "egrep":
		if len(texts) == 2 && strings.HasPrefix(texts[0], "-") && strings.Trim(texts[0][1:], "Eivwxcq") == "" && strings.ContainsAny(texts[0], "cq") {
			return true // how many, whichever they are
		}
		return len(texts) > 0 && plainPattern(texts[len(texts)-1]) && !slices.ContainsFunc(texts[:len(texts)-1], func(option string) bool {
			return strings.Trim(option, "Einqcsx") != "-"
		})
	}
	return false
}

// plainPattern reports whether a pattern of grep stands for names of variables, or parts of them, that are no secret's: ^GO, ^(LANG|LC_), NODE|npm.
func plainPattern(pattern string) bool {
	if !environmentPattern().MatchString(pattern) {
		return false
	}
	anchored := strings.HasPrefix(pattern, "^") && (strings.Contains(pattern, "(") || !strings.Contains(strings.ReplaceAll(pattern, "|^", ""), "|"))
	for name := range strings.FieldsFuncSeq(pattern, func(r rune) bool { return strings.ContainsRune(`^()|\=`, r) }) {
		name = strings.ToUpper(name)
		if secretLike(name) || slices.ContainsFunc([]string{"TOKEN", "SECRET", "PASSWORD", "PASSPHRASE", "CREDENTIALS", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "KEY", "AUTH", "COOKIE"}, func(word string) bool {
			return strings.HasPrefix(word, name) || !anchored && strings.Contains(word, name)
		}) || !anchored && len(name) < shortestPart {
			return false
		}
	}
	return true
}

// shortestPart is how many letters tell a name by a part of it.
const shortestPart = 3

// environmentPattern is a name, or some of them, each anchored or not.
var environmentPattern = lazy.Regexp(`^(\^?[A-Za-z_]\w+=?(\\?\|\^?[A-Za-z_]\w+=?)*|\^\\?\([A-Za-z_]\w+=?(\\?\|[A-Za-z_]\w+=?)*\\?\)=?)$`)

// printsEnvironment reports whether a command prints all variables that programs get.
func printsEnvironment(name string, args []bash.Word) bool {
	switch name {
	case "set":
		return len(args) == 0
	case "export", "declare", "typeset", "readonly":
		return !slices.ContainsFunc(args, func(a bash.Word) bool { return !strings.HasPrefix(a.Text, "-") || strings.Trim(a.Text, "-px") != "" })
	case "printenv":
		return !slices.ContainsFunc(args, func(a bash.Word) bool { return !strings.HasPrefix(a.Text, "-") })
	case "ps": // BSD's letters stand without a sign
		return len(args) > 0 && !strings.HasPrefix(args[0].Text, "-") && strings.Contains(args[0].Text, "e")
	case "env":
	default:
		return false
	}
	for i := 0; i < len(args); i++ {
		switch t := args[i].Text; {
		case t == "-" || t == "-i" || t == "--ignore-environment":
			return false
		case slices.Contains([]string{"-u", "--unset", "-C", "--chdir"}, t):
			i++
		case t == "-S" || strings.HasPrefix(t, "--split-string"), !strings.HasPrefix(t, "-") && !strings.Contains(t, "="):
			return t == "…" // what xargs adds may be nothing
		}
	}
	return true
}

// tellsNames reports whether a program that is given a file by its name alone shows nothing of what is in it: that it is there, how large it is, who may
// read it, or that it is gone.
func tellsNames(name string, args []bash.Word) bool {
	switch name {
	case "ls", "stat", "du", "basename", "dirname", "realpath", "readlink", "rm", "unlink", "touch":
		return true
	case "find":
		return !slices.ContainsFunc(args, func(a bash.Word) bool {
			return strings.HasPrefix(a.Text, "-exec") || strings.HasPrefix(a.Text, "-ok") || strings.HasPrefix(a.Text, "-files0-from")
		})
	case "git":
		command, _, settings := gitCommand(args)
		return len(settings) == 0 && slices.Contains([]string{"check-ignore", "check-attr", "ls-files", "status"}, command.Text)
	}
	return false
}

// sensitive reports whether a word names a file that usually holds secrets, as a pattern of such names too: by itself, as the value of an option,
// or behind a sign that means a file in one.
func sensitive(a bash.Word) bool {
	text := a.Text
	if option, _, _ := strings.Cut(text, "="); slices.Contains([]string{"--exclude", "--exclude-dir", "--ignore", "--ignore-dir", "--skip"}, option) {
		return false // it says what is left out; --exclude-from reads it
	}
	if namesSensitive(text, a.Glob) {
		return true
	}
	if strings.ContainsAny(text, " \t\n") || strings.Contains(text, "://") {
		return false
	}
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("=@<:,", r) }) { // if=FILE, f=@FILE, HEAD:FILE
		if namesSensitive(piece, a.Glob) {
			return true
		}
		for n := 2; n < min(len(piece), 8) && piece[0] == '-' && piece[1] != '-'; n++ { // -TFILE, behind other letters
			if namesSensitive(piece[n:], a.Glob) {
				return true
			}
		}
	}
	return false
}

// namesSensitive reports whether a path, or a pattern of paths, names a file that usually holds secrets.
func namesSensitive(text string, glob bool) bool {
	if strings.HasPrefix(text, "/proc/") && strings.HasSuffix(text, "/environ") || tools.SensitivePath(text) {
		return true
	}
	base := path.Base(text)
	if !glob || strings.HasPrefix(base, "*") {
		return false
	}
	if strings.HasPrefix(base, ".") && strings.Contains(base, "(") {
		return true // a pattern of bash's that is not followed
	}
	base = strings.ReplaceAll(base, "[!", "[^")
	return slices.ContainsFunc([]string{".env", ".env.local", "id_rsa", "id_ed25519", ".netrc", ".npmrc", "credentials"}, func(name string) bool {
		ok, err := path.Match(base, name)
		aside, _ := path.Match(base, name+".put-aside")
		return err == nil && (ok || aside)
	})
}

// secretVariable is the first variable in a word whose name looks like a
// secret's.
func secretVariable(a bash.Word) string {
	if a.Known {
		return ""
	}
	for i := 0; i < len(a.Text); i++ {
		if a.Text[i] != '$' {
			continue
		}
		name := strings.TrimLeft(a.Text[i+1:], "{!")
		end := strings.IndexFunc(name, func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		if end < 0 {
			end = len(name)
		}
		if secretLike(name[:end]) {
			return name[:end]
		}
	}
	return ""
}

// secretLike reports whether a variable's name looks like a secret's. A small word
// such as key counts in capitals only: loops call their variables so.
func secretLike(name string) bool {
	return looks.Telling(name) || name == strings.ToUpper(name) && looks.Name(name)
}
