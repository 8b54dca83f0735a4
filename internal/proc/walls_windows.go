package proc

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"

	"handrail/internal/sandbox"
)

// OpenWalls builds what this system has: limits. Report says so.
func OpenWalls(c WallsConfig) (*Walls, error) {
	return &Walls{profile: c.Profile, report: sandbox.InJob(c.Profile)}, nil
}

func (w *Walls) enter(*process) (restricted bool, err error) { return false, nil }

// limits holds the job to the profile's memory and number of processes.
func (w *Walls) limits(g *group) error {
	if w == nil {
		return nil
	}
	l := w.profile.Limits.Filled()
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
		windows.JOB_OBJECT_LIMIT_JOB_MEMORY | windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
	info.BasicLimitInformation.ActiveProcessLimit = uint32(l.Processes)
	info.JobMemoryLimit = uintptr(l.Memory)
	_, err := windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		return fmt.Errorf("limit the job: %w", err)
	}
	return nil
}
