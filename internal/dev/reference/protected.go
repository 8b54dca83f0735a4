package reference

import (
	"strings"

	"handrail/pipeline/guard"
)

// protectedPage lists what an agent cannot change unasked.
func protectedPage() string {
	var b strings.Builder
	b.WriteString(`# Protected files

What some program reads, and acts on, without being told to. An agent cannot change these names unasked: file tools ask
first, and programs see those that exist read-only where the sandbox holds them. [Section 11](../spec/11-guard.md#protected-files)
of the spec says what holds them, and what of git. ` + "`agent/`, `skills/` and `pages/`" + ` count whole where they hold something that
Handrail reads; of a project's own folder of such a name only the files do that it would read.

| name | also in folders below | who reads it |
|---|---|---|
`)
	for _, u := range guard.UnaskedNames() {
		below := ""
		if u.Anywhere {
			below = "file tools ask"
		}
		b.WriteString("| `" + u.Name + "` | " + below + " | " + cell(u.By) + " |\n")
	}
	return b.String()
}
