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
func judgeSecrets(name string, args []bash.Word, c bash.Command) (finding, bool) {
	printed := func(what tools.Clause) (finding, bool) { return finding{rule: rulePrinted, reason: what}, true }
	switch {
	case (name == "env" || name == "printenv") && len(args) == 0, name == "set" && len(args) == 0,
		(name == "export" || name == "declare" || name == "typeset") && (len(args) == 0 || len(args) == 1 && (args[0].Text == "-p" || args[0].Text == "-x")):
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
	for _, a := range args {
		if sensitive(a) {
			return finding{rule: ruleRead, reason: tools.Say(tools.WhyNamesSecrets, a.Text)}, true
		}
	}
	return finding{}, false
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
		return len(texts) > 0 && plainPattern(texts[len(texts)-1]) && !slices.ContainsFunc(texts[:len(texts)-1], func(option string) bool {
			return strings.Trim(option, "Einqcsx") != "-"
		})
	}
	return false
}

// plainPattern reports whether a pattern of grep stands for whole names of variables, or their beginnings, that are no secret's: ^GO, ^(LANG|LC_).
func plainPattern(pattern string) bool {
	if !environmentPattern().MatchString(pattern) {
		return false
	}
	for name := range strings.FieldsFuncSeq(pattern, func(r rune) bool { return strings.ContainsRune(`^()|\=`, r) }) {
		name = strings.ToUpper(name)
		if secretLike(name) || slices.ContainsFunc([]string{"TOKEN", "SECRET", "PASSWORD", "PASSPHRASE", "CREDENTIALS", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "KEY", "AUTH", "COOKIE"}, func(word string) bool {
			return strings.HasPrefix(word, name)
		}) {
			return false
		}
	}
	return true
}

// environmentPattern is an anchored name, or some of them.
var environmentPattern = lazy.Regexp(`^(\^[A-Za-z_]\w+=?(\\?\|\^[A-Za-z_]\w+=?)*|\^\\?\([A-Za-z_]\w+=?(\\?\|[A-Za-z_]\w+=?)*\\?\)=?)$`)

// sensitive reports whether a word names a file that usually holds secrets, as a
// pattern of such names too.
func sensitive(a bash.Word) bool {
	text := a.Text
	if _, after, ok := strings.Cut(text, "="); ok && strings.HasPrefix(text, "-") {
		text = after
	}
	if strings.HasPrefix(text, "/proc/") && strings.HasSuffix(text, "/environ") {
		return true
	}
	base := path.Base(strings.TrimPrefix(text, "@")) // curl -d @.env
	if tools.SensitivePath(strings.TrimPrefix(text, "@")) {
		return true
	}
	if !a.Glob || strings.HasPrefix(base, "*") {
		return false
	}
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
