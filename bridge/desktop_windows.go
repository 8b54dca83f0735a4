package bridge

import "context"

// checkSystem: the dialogs of Windows are in the system's libraries.
func checkSystem() error { return nil }

func (d *desktop) name() string { return "Windows" }

// notifies says no. The library writes the text of a notification into a
// PowerShell script, where $(…) in it would be run.
func (d *desktop) notifies() error {
	return &UnavailableError{Unsupported, "no notification can be shown on Windows yet: there is no way that takes the text literally; use show_message"}
}

func (d *desktop) notify(context.Context, string, string, func()) error { return d.notifies() }
