// Command bench measures what people wait for, each time beside its floor: the
// same thing done without Handrail, in the same run on the same machine. It
// prints the table of docs/performance.md.
//
//	go run ./internal/dev/bench            # needs build/bin/handrail, bash, rg
package main
