package snapshot

// syncFolder does nothing: a folder cannot be synced here.
func syncFolder(string) error { return nil }

// notFolder reports whether a folder of a path is none.
func notFolder(error) bool { return false }
