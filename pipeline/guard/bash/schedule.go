package bash

import (
	"slices"
	"strings"

	"handrail/tools"
)

// isScheduler reports whether a program keeps text for a shell to run later.
func isScheduler(program string) bool {
	return slices.Contains([]string{"at", "batch", "crontab"}, program)
}

// scheduled follows the text that a program keeps for a shell: what it is fed, and files
// that it is told of.
func scheduled(l *launch) {
	args := l.c.Args[1:]
	fed := Word{Text: l.c.In.Text, Known: l.c.In.Known, Value: l.c.In.Value}
	if l.c.In.Piped && fed.Known {
		keeps(l, fed)
	} else if l.c.In.Piped {
		l.w.doubt(tools.Say(tools.DoubtLater), l.c.Value)
	}
	for i, a := range args {
		file := a
		glued, ok := strings.CutPrefix(a.Text, "-f")
		switch {
		case l.name == "crontab" && a.Text != "-" && !strings.HasPrefix(a.Text, "-") && (i == 0 || args[i-1].Text != "-u"):
		case l.name != "crontab" && ok && glued != "":
			file.Text = glued
		case l.name != "crontab" && ok && i+1 < len(args):
			file = args[i+1]
		default:
			continue
		}
		if file.isBody {
			keeps(l, Word{Text: file.body, Known: true, Value: file.Value})
			continue
		}
		text, written := l.w.writtenTo(file)
		if written {
			keeps(l, text)
		}
		if !written || !file.Known {
			l.w.doubt(tools.Say(tools.DoubtFileLater), l.c.Value || file.Value)
		}
	}
}

// keeps follows a text that is kept for later.
func keeps(l *launch, text Word) {
	value := l.w.judged || l.c.Value || text.Value
	if l.name != "crontab" {
		l.w.read(text.Text, l.st.clone(), value)
		return
	}
	if !l.w.spend(len(text.Text) / 4) {
		return
	}
	for line := range strings.SplitSeq(text.Text, "\n") {
		for _, command := range cronCommands(line) {
			l.w.read(command, l.st.clone(), value)
		}
	}
}

// cronCommands are the shell texts of a line of a crontab: its command, and what the command
// is fed, which stands behind a %.
func cronCommands(line string) (texts []string) {
	line = strings.TrimLeft(line, " \t")
	fields := 5
	switch {
	case line == "" || line[0] == '#':
		return nil
	case line[0] == '@':
		fields = 1
	}
	for range fields {
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			end = len(line)
		}
		if name, text, ok := strings.Cut(line, "="); ok && fields == 5 && strings.Trim(name, `"' `+"\tABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz") == "" {
			return []string{strings.Trim(text, `"' `+"\t")} // a variable: of SHELL it is a program
		}
		line = strings.TrimLeft(line[end:], " \t")
	}
	if line == "" {
		return nil
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '%':
			b.WriteByte('%')
			i++
		case line[i] == '%' && len(texts) == 0:
			texts = append(texts, b.String())
			b.Reset()
		case line[i] == '%':
			b.WriteByte('\n')
		default:
			b.WriteByte(line[i])
		}
	}
	return append(texts, b.String())
}

// unitProperties follows what systemd-run is told to run beside its command.
func unitProperties(l *launch) {
	for _, a := range l.c.Args[1:] {
		at := strings.Index(a.Text, "Exec")
		if at < 0 {
			continue
		}
		if name, text, ok := strings.Cut(a.Text[at:], "="); ok && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == "" {
			l.w.read(strings.TrimLeft(text, "-@:+!| "), l.st.clone(), l.w.judged || l.c.Value || a.Value)
		}
	}
}
