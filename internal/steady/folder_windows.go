package steady

import "io/fs"

// isOurs reports false: modes close no folder there.
func isOurs(fs.FileInfo) bool { return false }
