//go:build !windows

package frame

// systemLanguage is what the environment says. A program that was not started in a terminal of macOS has none: there the page asks its engine.
func systemLanguage() string { return environLanguage() }
