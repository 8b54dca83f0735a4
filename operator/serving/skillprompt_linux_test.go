package serving

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A skill that a client gets as a prompt is read by the door: rules about the tool and the file hold, and the record has it.
func TestASkillAsAPromptGoesThroughTheDoor(t *testing.T) {
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: d\n---\nThe word is swordfish."
	}
	for settings, given := range map[string]bool{`{}`: true, `{"rules":{"deny":["use_skill"]}}`: false, `{"rules":{"deny":["read(agent/skills/one.md)"]}}`: false} {
		b := &bench{operatortest.New(t, operatortest.Options{Trusted: true, Walls: true, Settings: settings, Files: map[string]string{"agent/skills/one.md": skill("one")}}), nil}
		b.clients = New(b.O, Config{})
		c := b.join(`{}`)
		c.say(`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"one"}}`)
		if line := c.hear(`"id":1,`); strings.Contains(line, "swordfish") != given {
			t.Errorf("%s: %s", settings, line)
		}
		runs, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		var calls int
		for _, run := range runs {
			list, err := b.O.History().Calls(t.Context(), run.ID)
			if err != nil {
				t.Fatal(err)
			}
			calls += len(list)
		}
		if withheld := strings.Contains(settings, "read("); (calls == 1) == withheld {
			t.Errorf("%s: %d calls are in the record", settings, calls)
		}
	}
}
