package main

import (
	"slices"
	"strings"
	"testing"

	"handrail/bridge/bridgetest"
)

// TestEveryPageReadAloud goes to every page in the real window by the keyboard, and reads there what a screen reader would: each has
// its heading or, in the settings, the name of its tab; and nothing that can be pressed or filled in is without a name (docs/spec/09-bridge.md).
func TestEveryPageReadAloud(t *testing.T) {
	w := openTheWindow(t)
	w.hears("the first page", func(all []bridgetest.Object) bool {
		return slices.ContainsFunc(all, func(o bridgetest.Object) bool { return o.Role == bridgetest.Heading })
	})
	w.focus()
	for _, page := range [][2]string{
		{"Tools", "Tools"}, {"Hands", "Hands"}, {"Skills", "Skills"}, {"Memory", "Memory"}, {"Pages", "Pages"}, {"Space files", "Space files"}, {"Servers", "Servers"}, {"Add or import servers", "Add servers"},
		{"Use Handrail in other programs", "Use Handrail in other programs"}, {"Runs", "Runs"}, {"Jobs", "Jobs"}, {"Hooks", "Hooks"}, {"Replay past calls", "Replay past calls"}, {"Trust", "Trust"}, {"Rules", "Rules"},
		{"Sandbox and network", "Sandbox and network"}, {"Text from elsewhere", "Text from elsewhere"}, {"Problems", "Problems"}, {"Search chats", "Chats"}, {"Models", "Models"}, {"Channels", "Channels"}, {"Secrets", "Secrets"},
		{"Web", "Web"}, {"Proxy", "Proxy"}, {"Machines", "Machines"}, {"Caps", "Caps"}, {"Storage", "Storage"}, {"Asking", "Asking"}, {"Appearance", "Appearance"}, {"About", "About"}, {"Doctor", "Doctor"},
	} {
		w.opens(page[0])
		w.reads(page[1])
	}
}

// opens goes to a page by its name.
func (w *sitting) opens(page string) {
	w.t.Helper()
	w.screen.Press("ctrl+k")
	w.hears("the palette", func(all []bridgetest.Object) bool {
		return slices.ContainsFunc(all, func(o bridgetest.Object) bool { return o.Role == bridgetest.ComboBox && o.Name == "Go to" })
	})
	w.screen.Type(page)
	w.hears(page+" first in the palette", func(all []bridgetest.Object) bool {
		i := slices.IndexFunc(all, func(o bridgetest.Object) bool { return o.Role == bridgetest.ListItem })
		return i >= 0 && (all[i].Name == page+" page" || all[i].Name == page+" settings")
	})
	w.screen.Press("Return")
}

// hears waits for what a screen reader finds in the window.
func (w *sitting) hears(what string, there func([]bridgetest.Object) bool) (all []bridgetest.Object) {
	w.t.Helper()
	if !bridgetest.Eventually(func() bool {
		all = w.bus.Objects("handrail")
		return there(all)
	}) {
		for _, o := range all {
			w.t.Logf("%d %q %q", o.Role, o.Name, o.Text)
		}
		w.screen.Fatalf("waited too long to hear %s", what)
	}
	return all
}

// pressed are the roles of what people press or fill in.
var pressed = []bridgetest.Role{bridgetest.CheckBox, bridgetest.ComboBox, bridgetest.MenuItem, bridgetest.PageTab, bridgetest.PushButton, bridgetest.RadioButton, bridgetest.Slider, bridgetest.SpinButton, bridgetest.ToggleButton, bridgetest.Entry, bridgetest.Link}

// reads waits for the name of a page, and tests that everything on it has a name.
func (w *sitting) reads(name string) {
	w.t.Helper()
	all := w.hears("the page "+name, func(all []bridgetest.Object) bool {
		beside := slices.IndexFunc(all, func(o bridgetest.Object) bool { return o.Name == "Width of the sidebar" }) // the sidebar ends there
		return beside >= 0 && slices.ContainsFunc(all[beside:], func(o bridgetest.Object) bool {
			return (o.Role == bridgetest.Heading || o.Role == bridgetest.TabPanel) && o.Name == name
		})
	})
	for _, o := range all {
		if slices.Contains(pressed, o.Role) && strings.TrimSpace(o.Name+o.Text) == "" {
			w.t.Errorf("on %s, an object of role %d has no name", name, o.Role)
		}
	}
}
