package room

// A Tenant names a call of a room for everybody outside: also for a process of ours
// that did not open the room.
type Tenant struct {
	Room  int    `json:"room"`  // the number of the room's own process, as we count
	Began string `json:"began"` // when that process began, as the system counts
	Inner string `json:"inner"` // the room's namespace of processes
	Name  string `json:"name"`  // the call's own namespace, which nothing of it can leave
}

// A Process is a program that a tenant has running.
type Process struct {
	PID     int    // as we count
	Command string // its command line, or what it calls itself in brackets
	Folder  string // its working folder; "" if it is not known
}

// A Left is what a finished call has left running in its room.
type Left struct {
	Tenant
	gone chan struct{}
	end  func()
}

// Gone is closed when nothing of it runs any more, or nobody can tell.
func (l *Left) Gone() <-chan struct{} { return l.gone }

// End ends all of it, SIGTERM first and SIGKILL 3 s later, and returns when it is gone.
func (l *Left) End() {
	l.end()
	<-l.gone
}
