//go:build unix && !darwin

package sandbox

// SystemFolders are what every program may read: the system's own programs,
// libraries and settings. What in them is secret is closed by its own
// permissions.
func SystemFolders() []string {
	return []string{
		"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix", "/gnu", "/snap", "/sys",
		"/var/lib/dpkg", "/var/lib/rpm", "/var/lib/flatpak", "/var/lib/ca-certificates", "/var/cache/fontconfig", "/run", "/home/linuxbrew",
	}
}
