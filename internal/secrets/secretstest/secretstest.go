// Package secretstest stands in for the system's keychain, so that no test asks the
// one of whoever runs it.
package secretstest

import "github.com/zalando/go-keyring"

// Keychain makes an empty keychain that lives in this process, for all its stores.
func Keychain() { keyring.MockInit() }

// NoKeychain makes every use of the keychain fail, as on a system that has none.
func NoKeychain(why error) { keyring.MockInitWithError(why) }
