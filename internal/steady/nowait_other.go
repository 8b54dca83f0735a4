//go:build !unix

package steady

// noWait is nothing where opening waits for nobody.
const noWait = 0
