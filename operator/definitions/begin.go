package definitions

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
)

// A StartID names what a new file begins with.
type StartID string

// What new files begin with.
const (
	StartTool     StartID = "tool"
	StartAgent    StartID = "agent"
	StartSkill    StartID = "skill"
	StartRefusal  StartID = "hook-refuse"
	StartFormat   StartID = "hook-format"
	StartNote     StartID = "hook-note"
	StartRules    StartID = "rules"
	StartManifest StartID = "manifest"
)

// A Start is what a new file begins with.
type Start struct {
	ID   StartID
	Kind Kind
	text string // NAME and TITLE stand for what the person calls it
}

// Starts are what new files can begin with.
func Starts() []Start { return starts }

var starts = []Start{
	{ID: StartTool, Kind: Tool, text: `---
id: NAME
name: TITLE
description: Counts the lines of a file.
parameters:
  - name: file
    type: string
    description: A file of this space
    required: true
command: wc -l -- {{file}}
timeout: 30
sideEffect: false
---
Say here when an agent should use it, and what comes out.
`},
	{ID: StartAgent, Kind: Agent, text: `---
id: NAME
name: TITLE
description: Says in a sentence what this agent is for.
---
You help {{context.user}} in the space "{{context.space}}".

- Look before you act: list, search and read before you change something.
- Do what was asked, and no more. Ask when it is not clear what is wanted.
- When you are done, say in a few sentences what you did and what is left.
`},
	{ID: StartSkill, Kind: Skill, text: `---
name: NAME
description: Says in a sentence when an agent should read this.
---
# TITLE

1. Say what to do first.
2. Say how to see that it worked.
`},
	{ID: StartRefusal, Kind: Hooks, text: `{
  "hooks": [
    {
      "id": "NAME",
      "type": "pre_tool",
      "tools": ["write", "edit"],
      "command": "case {{input.path}} in *.lock) echo 'Lock files are made by their own program: run it instead.' >&2; exit 2 ;; esac",
      "blocking": true,
      "timeout": 5
    }
  ]
}
`},
	{ID: StartFormat, Kind: Hooks, text: `{
  "hooks": [
    {
      "id": "NAME",
      "type": "post_tool",
      "tools": ["write", "edit"],
      "command": "case {{input.path}} in *.go) gofmt -w {{input.path}} ;; esac",
      "write": ["."],
      "timeout": 10
    }
  ]
}
`},
	{ID: StartNote, Kind: Hooks, text: `{
  "hooks": [
    {
      "id": "NAME",
      "type": "post_tool",
      "tools": [],
      "command": "printf '%s\\n' {{tool}} >> calls.log",
      "write": ["calls.log"],
      "timeout": 5
    }
  ]
}
`},
	{ID: StartRules, Kind: Rules, text: `{
  "deny": [],
  "ask": ["bash(git push *)"]
}
`},
	{ID: StartManifest, Kind: Manifest, text: `{
  "id": "NAME",
  "name": "TITLE",
  "version": "0.1.0",
  "description": "What this space is for."
}
`},
}

var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// nameMost is the longest name of a new file, in characters: what models accept as a name.
const nameMost = 64

// Begin is a new file: where it would lie, and what it begins with. name is
// what the person calls it, in any words. Nothing is written: that is for Save.
func (f *Files) Begin(start StartID, name string) (file, text string, err error) {
	for _, s := range starts {
		if s.ID != start {
			continue
		}
		id := kebab(name)
		if !nameForm.MatchString(id) {
			return "", "", errors.New("a name has letters or digits: write one, such as count-lines")
		}
		if len(id) > nameMost {
			return "", "", fmt.Errorf("a name has at most %d characters, and this has %d: shorten it", nameMost, len(id))
		}
		file = s.Kind.file(id)
		at, err := f.c.Roots.Resolve(file)
		if err != nil {
			return "", "", err
		}
		if _, err := f.c.Roots.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			if err == nil {
				err = fmt.Errorf("%s is there already: choose another name, or open it", file)
			}
			return "", "", err
		}
		return file, strings.NewReplacer("NAME", id, "TITLE", title(name)).Replace(s.text), nil
	}
	return "", "", fmt.Errorf("there is no start %q", start)
}

// file is where a new file of a kind lies.
func (k Kind) file(id string) string {
	switch k {
	case Tool:
		return "agent/tools/" + id + ".md"
	case Skill:
		return "agent/skills/" + id + ".md"
	case Hooks:
		return "agent/hooks/" + id + ".json"
	case Rules:
		return rulesFile
	case Manifest:
		return manifestFile
	default:
		return "agent/" + id + ".md"
	}
}

// kebab is a name in small letters, digits and single dashes.
func kebab(name string) string {
	apart := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(apart, "-")
}

// title is a name as a person reads it, safe in the front matter of Markdown and in JSON.
func title(name string) string {
	words := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '.' }), " ")
	if words == "" {
		return words
	}
	first := []rune(words)
	return string(unicode.ToUpper(first[0])) + string(first[1:])
}
