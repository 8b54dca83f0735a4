package sqlite

// systemHelpers are the helpers of this system.
func systemHelpers() map[string]func(path string) error { return nil }
