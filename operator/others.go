package operator

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// othersFor is how long the list of known spaces around one is taken as it is, while nothing was opened and nothing trusted.
const othersFor = 10 * time.Second

// othersRead is of how many other spaces the scripts are known as well.
const othersRead = 64

// neighbours are the known spaces that lie below the folders of one space, or around
// them. They are safe for concurrent use.
type neighbours struct {
	mu    sync.Mutex
	since time.Time
	from  []string      // what the list was made from, beside the settings
	list  []guard.Other // in the order of their folders
}

// of lists the known spaces whose files the tools of the one at dir may touch, in these
// roots: those of the person's list, open ones, and trusted ones. trusted is a word that changes
// with what any process trusts.
func (n *neighbours) of(c *commons, dir string, roots []string, trusted string) []guard.Other {
	open := c.openDirs()
	slices.Sort(open)
	from := slices.Concat(open, roots, []string{trusted})
	n.mu.Lock()
	defer n.mu.Unlock()
	if time.Since(n.since) >= othersFor || !slices.Equal(n.from, from) {
		n.list, n.from, n.since = c.othersOf(dir, roots), from, time.Now()
	}
	return n.list
}

func (c *commons) othersOf(own string, roots []string) (list []guard.Other) {
	trusted, _ := c.trusted.Definitions(c.ctx) // what is not known here counts as written all the same
	set, _, _ := c.settings.Load()
	dirs := slices.Concat(set.Spaces, c.openDirs(), slices.Collect(maps.Keys(trusted)))
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if dir == own || !filepath.IsAbs(dir) || !paths.Within(dir, roots) && !slices.ContainsFunc(roots, func(root string) bool { return paths.Within(root, []string{dir}) }) {
			continue
		}
		o := guard.Other{Dir: dir}
		if files := trusted[dir]; files != nil && len(list) < othersRead {
			o.Protect = slices.DeleteFunc(files(), func(file string) bool { return strings.HasPrefix(file, "agent/") })
		}
		list = append(list, o)
	}
	return list
}

// known are the folders that the person has on their list, has trusted, or has set something for.
func (c *commons) known() []string {
	trusted, _ := c.trusted.Definitions(c.ctx)
	set, _, _ := c.settings.Load()
	return slices.Concat(set.Spaces, slices.Collect(maps.Keys(trusted)), slices.Collect(maps.Keys(set.PerSpace)))
}
