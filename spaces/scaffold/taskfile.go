package scaffold

import (
	"fmt"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"handrail/internal/lazy"
	"handrail/tools/command"
)

// taskTasks proposes the tasks of a Taskfile that have a description, as
// `task --list` shows them.
func taskTasks(p project) found {
	f := found{prefix: "task"}
	text, ok := f.first(p, "Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml",
		"Taskfile.dist.yml", "taskfile.dist.yml", "Taskfile.dist.yaml", "taskfile.dist.yaml")
	if !ok {
		return f
	}
	doc, err := parseYAML(text)
	if err != nil {
		f.skip("", 0, "is not valid YAML: %s", sentence(strings.TrimPrefix(err.Error(), "yaml: ")))
		return f
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		f.skip("", 0, "has no tasks")
		return f
	}
	top := doc.Content[0]
	if includes := field(top, "includes"); includes != nil {
		f.skip("", includes.Line, "includes other files, which are not looked at")
	}
	tasks := field(top, "tasks")
	if tasks == nil || tasks.Kind != yaml.MappingNode {
		f.skip("", 0, "has no tasks")
		return f
	}
	runs := web{}
	for i := 0; i+1 < len(tasks.Content); i += 2 {
		runs[tasks.Content[i].Value] = []*strand{taskRuns(tasks.Content[i+1])}
	}
	for i := 0; i+1 < len(tasks.Content); i += 2 {
		f.task(tasks.Content[i], tasks.Content[i+1], runs)
	}
	return f
}

// parseYAML reads a text as nodes: references are not followed, so nothing grows.
// A parser that gives up by a panic must not end the program.
func parseYAML(text string) (doc yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its parser failed: %v", p)
		}
	}()
	err = yaml.Unmarshal([]byte(text), &doc)
	return doc, err
}

// task proposes one task.
func (f *found) task(key, body *yaml.Node, runs web) {
	name := key.Value
	switch {
	case key.Kind != yaml.ScalarNode:
		f.skip("", key.Line, "a task has a name that is no text")
	case strings.Contains(name, "*"):
		f.skip(name, key.Line, "is a pattern, not a task")
	case !plain(name):
		f.skip(name, key.Line, "%s", notPlain(name))
	case kebab(name) == "":
		f.skip(name, key.Line, "its name has no letter")
	case truth(body, "internal"):
		f.skip(name, key.Line, "is internal")
	case word(body, "desc") == "":
		f.skip(name, key.Line, "has no desc, so `task --list` leaves it out, too")
	case f.room():
		d := draft{name: kebab(name), hand: command.Hand{Description: sentence(word(body, "desc")), Command: []string{"task", name}}}
		d.judge(name, runs.whole(name))
		if field(body, "prompt") != nil {
			d.hand.Confirm, d.hand.Command = true, []string{"task", "--yes", name}
			d.setReason("the Taskfile has a prompt, so you are asked each time")
		}
		if (truth(body, "watch") || truth(body, "interactive")) && !d.hand.Disabled {
			d.endless()
		}
		if why := d.variables(field(body, "requires")); why != "" {
			f.skip(name, key.Line, "%s", why)
			return
		}
		f.addDraft(d, key.Line)
	}
}

var variableName = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variables makes parameters of what a task requires: NAME=value.
func (d *draft) variables(requires *yaml.Node) (why string) {
	vars := field(requires, "vars")
	if vars == nil {
		return ""
	}
	for _, v := range vars.Content {
		name, pattern := v.Value, plainValue
		if v.Kind == yaml.MappingNode {
			name = word(v, "name")
			if values := field(v, "enum"); values != nil {
				var list []string
				for _, e := range values.Content {
					list = append(list, regexp.QuoteMeta(e.Value))
				}
				pattern = `^(` + strings.Join(list, "|") + `)$`
			}
		}
		if !variableName().MatchString(name) {
			return "requires a variable whose name cannot be a parameter"
		}
		d.hand.Command = append(d.hand.Command, name+"={{"+name+"}}")
		d.param(name, command.HandParam{Type: "string", Required: true, Pattern: pattern})
	}
	if len(vars.Content) > 0 {
		d.setReason("values are plain words, because task pastes them into a shell")
	}
	return ""
}

// taskRuns is what a task runs and calls.
func taskRuns(body *yaml.Node) *strand {
	s := &strand{}
	var add func(n *yaml.Node)
	add = func(n *yaml.Node) {
		switch n.Kind {
		case yaml.ScalarNode:
			s.texts = append(s.texts, n.Value)
		case yaml.MappingNode:
			s.texts = append(s.texts, word(n, "cmd"))
			s.calls = append(s.calls, word(n, "task"))
			if last := field(n, "defer"); last != nil {
				add(last)
			}
		}
	}
	list := func(n *yaml.Node, each func(*yaml.Node)) {
		switch {
		case n == nil:
		case n.Kind == yaml.SequenceNode:
			for _, e := range n.Content {
				each(e)
			}
		default:
			each(n)
		}
	}
	if body.Kind != yaml.MappingNode { // the short form: a command, or a list of them
		list(body, add)
	}
	list(field(body, "cmds"), add)
	list(field(body, "cmd"), add)
	list(field(body, "deps"), func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			s.calls = append(s.calls, n.Value)
			return
		}
		add(n)
	})
	return s
}

// field returns the value of a key, or nil; of what is no mapping, nil.
func field(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// word is the text of a key, or "".
func word(n *yaml.Node, key string) string {
	if v := field(n, key); v != nil && v.Kind == yaml.ScalarNode {
		return v.Value
	}
	return ""
}

func truth(n *yaml.Node, key string) bool { return word(n, key) == "true" }
