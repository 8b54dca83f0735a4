package group

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A Group is the Job Object that holds a program and all it starts.
type Group struct{ job windows.Handle }

// Attributes starts the program suspended, so that it joins its job before it
// can start anything itself, and without a console window.
func Attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		HideWindow:    true,
		CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
}

// New puts the suspended program into a new job and lets it run. The
// system ends the job when Handrail ends, however that comes about.
func New(p *os.Process) (*Group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("create a job object: %w", err)
	}
	g := &Group{job: job}
	if err := g.endWithUs(true); err != nil {
		closeHandle(job)
		return nil, fmt.Errorf("set up a job object: %w", err)
	}
	if err := g.adopt(uint32(p.Pid)); err != nil {
		closeHandle(job)
		return nil, err
	}
	return g, nil
}

func (g *Group) endWithUs(yes bool) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	if yes {
		info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	}
	_, err := windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	return err
}

// adopt assigns the process to the job and resumes its only thread.
func (g *Group) adopt(pid uint32) error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return fmt.Errorf("open the started process: %w", err)
	}
	defer closeHandle(h)
	if err := windows.AssignProcessToJobObject(g.job, h); err != nil {
		return fmt.Errorf("put the process into its job: %w", err)
	}
	return resume(pid)
}

// resume lets the threads of a suspended process run.
func resume(pid uint32) error {
	snap, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("list threads: %w", err)
	}
	defer closeHandle(snap)
	var entry windows.ThreadEntry32
	entry.Size = uint32(unsafe.Sizeof(entry))
	resumed := false
	for err = windows.Thread32First(snap, &entry); err == nil; err = windows.Thread32Next(snap, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("open the started thread: %w", err)
		}
		_, err = windows.ResumeThread(thread)
		closeHandle(thread)
		if err != nil {
			return fmt.Errorf("resume the started thread: %w", err)
		}
		resumed = true
	}
	if !resumed {
		return errors.New("the started process has no thread")
	}
	return nil
}

// Limit holds the job to a number of processes and bytes of memory.
func (g *Group) Limit(processes int, memory int64) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
		windows.JOB_OBJECT_LIMIT_JOB_MEMORY | windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
	info.BasicLimitInformation.ActiveProcessLimit = uint32(processes)
	info.JobMemoryLimit = uintptr(memory)
	_, err := windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		return fmt.Errorf("limit the job: %w", err)
	}
	return nil
}

// Terminate ends the job. Windows has no signal that asks a program without a
// console to end, so there is no time to clean up.
func (g *Group) Terminate() { g.Kill() }

// Kill ends every member at once.
func (g *Group) Kill() { _ = windows.TerminateJobObject(g.job, 1) }

// Alive reports whether members are left; a terminated job has none.
func (g *Group) Alive() bool { return false }

// Release lets what still runs in the job live on.
func (g *Group) Release() {
	if g.endWithUs(false) == nil {
		closeHandle(g.job)
	}
}

// Status reads how a program ended.
func Status(s *os.ProcessState) (code int, signal string) { return s.ExitCode(), "" }

// CloseOnExec has nothing to do: only the handles of the program's own streams
// are handed over.
func CloseOnExec() {}

// closeHandle gives a handle back. Nothing could be done if that failed.
func closeHandle(h windows.Handle) { _ = windows.CloseHandle(h) }

// Running reports whether there is a process with this number.
func Running(pid int) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	defer closeHandle(h)
	var code uint32
	return windows.GetExitCodeProcess(h, &code) == nil && code == 259 // STILL_ACTIVE
}
