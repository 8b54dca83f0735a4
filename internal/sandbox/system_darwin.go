package sandbox

// SystemFolders are what every program may read: the system's own programs,
// libraries and settings. What in them is secret is closed by its own
// permissions.
func SystemFolders() []string { return seatbeltSystem() }
