package pipeline

import (
	"handrail/journal"
	"handrail/tools"
)

// parts names what a result has beside its text. A picture is kept for the person,
// unless the call names a file with secrets: no content of it is recorded. One that
// could not be kept fails no call: it has no name.
func (c *call) parts(list []tools.Part) []journal.PartData {
	var out []journal.PartData
	for _, p := range list {
		d := journal.PartData{MIME: p.MIME, Size: len(p.Data)}
		if c.p.c.Pictures != nil && !c.secret {
			if kept, err := c.p.c.Pictures(p); err == nil {
				d.Kept = kept
			}
		}
		out = append(out, d)
	}
	return out
}
