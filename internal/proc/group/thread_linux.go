package group

import "golang.org/x/sys/unix"

// OnFirstThread reports whether the calling thread is the process's first one.
// It stands for the process in /proc, and decides who may look into it: what is
// restricted for a program's sake must be another.
func OnFirstThread() bool { return unix.Gettid() == unix.Getpid() }
