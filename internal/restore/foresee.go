package restore

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"handrail/internal/snapshot"
)

// foresee refuses what Apply would find out on its way: folders that hold something that stays, and what lies where no folder
// would be.
func foresee(j *job) {
	at := map[string]*act{}
	for _, a := range j.acts {
		at[a.step.Abs()] = a
	}
	folders := j.open(func(a *act) bool {
		return a.found.entry != nil && a.found.entry.Kind == snapshot.Folder && (a.step.Want == nil || a.step.Want.Kind != snapshot.Folder)
	})
	slices.SortStableFunc(folders, func(a, b *act) int { return cmp.Compare(len(b.step.Abs()), len(a.step.Abs())) })
	for _, a := range folders {
		list, err := os.ReadDir(a.step.Abs())
		if err != nil {
			continue // Apply says it
		}
		for _, e := range list {
			if in := at[filepath.Join(a.step.Abs(), e.Name())]; in == nil || in.outcome != Open || in.step.Want != nil {
				a.fail(refuse("it is a folder that holds %q, which stays", e.Name()))
				break
			}
		}
	}
	astray := j.open(func(a *act) bool { return a.astray != nil && a.step.Want != nil })
	slices.SortStableFunc(astray, func(a, b *act) int { return cmp.Compare(len(a.step.Abs()), len(b.step.Abs())) })
	for _, a := range astray {
		if up := at[filepath.Dir(a.step.Abs())]; up == nil || up.outcome != Open || up.step.Want == nil || up.step.Want.Kind != snapshot.Folder {
			why := a.astray
			if !errors.Is(why, errLinked) {
				why = refuse("the folder that it lay in is gone by now")
			}
			a.fail(why)
		}
	}
}
