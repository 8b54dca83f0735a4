package room

import (
	"runtime"
	"sync"
)

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
