package guard

import (
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeSchedule judges what changes or deletes what runs at set times, or makes a program
// run that this app has not started.
func judgeSchedule(name string, args []bash.Word, c bash.Command) (finding, bool) {
	first, _ := bash.FirstOf(args)
	asks := false
	switch name {
	case "crontab", "at", "batch":
		asks = (name == "batch" || len(args) > 0 || c.In.Piped) && !onlyLists(args)
	case "atrm", "anacron":
		asks = true
	case "systemd-run":
		asks = !staysHere(args) && !onlyLists(args)
	case "launchctl":
		asks = slices.Contains([]string{"load", "submit", "bootstrap", "enable", "kickstart", "start"}, first.Text) || !first.Known
	}
	if !asks {
		return finding{}, false
	}
	return finding{rule: ruleSchedule, reason: tools.Say(tools.WhySchedules, name)}, true
}

// staysHere reports whether systemd-run starts the command itself. Of its options only those
// before the first that may have a value are looked at: what follows may be the command's.
func staysHere(args []bash.Word) bool {
	for _, a := range args {
		switch {
		case a.Text == "--scope" && a.Known:
			return true
		case !slices.Contains([]string{"--user", "--quiet", "-q", "--collect", "-G", "-d", "--same-dir"}, a.Text):
			return false
		}
	}
	return false
}

// onlyLists reports whether a program that schedules is told to show what there is, and
// nothing else.
func onlyLists(args []bash.Word) bool {
	for i, a := range args {
		value := i > 0 && slices.Contains([]string{"-u", "-q", "-c"}, args[i-1].Text) && !strings.HasPrefix(a.Text, "-")
		if !a.Known || !value && !slices.Contains([]string{"-l", "-c", "-u", "-q", "-V", "-h", "--help", "--version", "--list"}, a.Text) {
			return false
		}
	}
	return slices.ContainsFunc(args, func(a bash.Word) bool {
		return slices.Contains([]string{"-l", "-c", "-V", "-h", "--help", "--version", "--list"}, a.Text)
	})
}
