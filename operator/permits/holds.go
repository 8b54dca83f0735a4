package permits

import (
	"fmt"
	"slices"

	"handrail/internal/builtins"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
)

// holds says from what a rule about files keeps tools and programs; "" for other rules.
// unheld says why programs are not held to it on this machine, or "".
func holds(r guard.Rule, held []walls.Held, unheld func() string) string {
	i := slices.IndexFunc(held, func(h walls.Held) bool { return h.Rule == r })
	if i < 0 {
		facts, known := builtins.Of(r.Tool)
		if r.Outcome == guard.Allow || r.Pattern != "" || !known || !facts.Shows && !facts.Changes {
			return ""
		}
		return fmt.Sprintf("It is about the tool %s alone. With a pattern, as in %s(**), a rule is about files, for other tools and programs too.", r.Tool, r.Tool)
	}
	h := held[i]
	text := "For the tools " + toolsHeld(h)
	if why := unheld(); why != "" {
		return text + ". Programs are not held to it, and ask: " + why + "."
	}
	deed := map[[2]bool]string{{true, false}: "read", {false, true}: "change", {true, true}: "read or change"}[[2]bool{h.Shows, h.Changes}]
	switch {
	case h.All && !h.Shows:
		return text + ". Programs can change nothing in this space."
	case h.Files+h.Folders == 0:
		text += ". No file matches yet."
	default:
		text += fmt.Sprintf(". Programs cannot %s what matches when they start, now %s.", deed, counted(h))
	}
	if h.Coming {
		text += " A file that comes while a program runs is kept from programs from the next call on."
	}
	if h.Beyond {
		text += " Not all that matches is held: a space may have 1,000 such files and folders, looked for among 200,000. Programs are not held for the rest; name a folder, as in secrets/**."
	}
	return text
}

// toolsHeld are the tools that a rule about files is about.
func toolsHeld(h walls.Held) string {
	switch {
	case h.Shows && h.Changes:
		return "read, grep, write, edit and patch"
	case h.Shows:
		return "read, grep, edit and patch"
	}
	return "write, edit and patch"
}

// counted is how many files and folders are held.
func counted(h walls.Held) string {
	files, folders := fmt.Sprintf("%d files", h.Files), fmt.Sprintf("%d folders with all in them", h.Folders)
	if h.Files == 1 {
		files = "1 file"
	}
	if h.Folders == 1 {
		folders = "1 folder with all in it"
	}
	switch {
	case h.Folders == 0:
		return files
	case h.Files == 0:
		return folders
	}
	return files + " and " + folders
}
