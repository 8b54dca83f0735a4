package proc

import (
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// isFirstThread reports whether the calling thread is the process's first one.
// It stands for the process in /proc, and decides who may look into it: what is
// restricted for a program's sake must be another.
func isFirstThread() bool { return unix.Gettid() == unix.Getpid() }

// stockThreads makes the threads that the room will need beforehand: when its
// programs have used up all numbers of processes, no thread can be made any
// more, and a Go program that needs one ends.
func stockThreads() {
	const spare = 16
	var all sync.WaitGroup
	release := make(chan struct{})
	for range spare {
		all.Add(1)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			all.Done()
			<-release
		}()
	}
	all.Wait()
	close(release)
}
