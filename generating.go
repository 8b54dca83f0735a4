//go:build bindings

package main

// generating: this program is only run to write the TypeScript bindings.
const generating = true
