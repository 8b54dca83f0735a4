// Command bench measures what people wait for, each time beside its floor: the
// same thing done without Handrail, in the same run on the same machine. It
// prints the table of docs/performance.md, or plays two commits against each other.
//
//	go run ./internal/dev/bench                 # needs build/bin/handrail, bash, rg
//	go run ./internal/dev/bench -compare REV    # the same of a commit and of now, in turns
package main
