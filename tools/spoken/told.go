package spoken

import "maps"

// told are what Go tells the page in English sentences beside its codes, and the German of it: the page reads them back, as it does
// refusals (docs/decisions/1008-german-for-what-a-space-says.md). A place of the German may be
// {0w}, a word of labels, or {0&}, a list.
func told() map[string]string {
	out := map[string]string{}
	for _, table := range tables() {
		maps.Copy(out, table)
	}
	return out
}

func tables() []map[string]string {
	return []map[string]string{problems, fields, places, hands, findings, actions, faults, rules, servers, notices, chats, outgoing, undone, written, imported, lacking, reached, opened}
}

// Told are the German of what the page reads back beside refusals, by the formats in the source.
func Told() map[string]string { return told() }

// Tables are Told by area, for a test that no text stands in two of them.
func Tables() []map[string]string { return tables() }

// Toolbox is the German of our own tools, by name.
func Toolbox() map[string]Tool { return maps.Clone(toolbox) }

// Labels are the German of names that Go gives to rows, areas and kinds.
func Labels() map[string]string { return maps.Clone(labels) }
