//go:build !unix

package plain

// NoWait is nothing where named pipes are not part of the file tree.
const NoWait = 0
