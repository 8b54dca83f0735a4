package builtin

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"handrail/tools"
)

type patchInput struct {
	Patch string `json:"patch" doc:"A unified diff, for one file or several"`
	Path  string `json:"path,omitempty" doc:"The one file that the patch is for; its own file names then do not count"`
}

// patch makes the tool patch (docs/spec/05-built-in-tools.md).
func (f *files) patch() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "patch", Title: "Apply a patch", Icon: "file-diff", SideEffect: true, Danger: tools.Moderate, Timeout: f.limits.fileTime,
	}, func(ctx context.Context, call tools.Call, in patchInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		var none tools.Act[tools.Result]
		if size := int64(len(in.Patch)); size > f.limits.fileSize {
			return none, tools.Errorf(tools.TooLarge, "the patch has %d bytes; at most %d are taken: apply it in parts", size, f.limits.fileSize)
		}
		sections, err := parsePatch(in.Patch, in.Path != "")
		if err != nil {
			return none, err
		}
		plan := &patchPlan{f: f, session: call.Session, at: map[string]int{}, unshown: map[string]string{}}
		would := plan.foresee(sections, in.Path)
		for _, s := range sections {
			if err := plan.add(ctx, s, in.Path); err != nil {
				return none, unfit(err, would)
			}
		}
		if err := plan.check(); err != nil {
			return none, unfit(err, would)
		}
		set := changeSet{files: f, session: call.Session, changes: plan.changes, reads: plan.sources()}
		return set.act("patch", plan.title(), strings.Join(plan.notes, "\n")), nil
	})
}

// parsePatch reads a patch. named says that the file is known from elsewhere.
func parsePatch(patch string, named bool) ([]*gitdiff.File, error) {
	if strings.TrimSpace(patch) == "" {
		return nil, tools.Errorf(tools.PatchFailed, "the patch is empty: nothing was changed")
	}
	if strings.Count(patch, "\r\n") == strings.Count(patch, "\n") {
		patch = strings.ReplaceAll(patch, "\r\n", "\n")
	}
	if !strings.HasSuffix(patch, "\n") {
		patch += "\n"
	}
	if named && strings.HasPrefix(patch, "@@ -") {
		patch = "--- file\n+++ file\n" + patch
	}
	patch, err := recount(patch)
	if err != nil {
		return nil, tools.Errorf(tools.PatchFailed, "%v: nothing was changed", err)
	}
	sections, _, err := gitdiff.Parse(strings.NewReader(patch))
	if err != nil {
		return nil, tools.Errorf(tools.PatchFailed, "this is not a unified diff (%v): nothing was changed", err)
	}
	if len(sections) == 0 {
		return nil, tools.Errorf(tools.PatchFailed, "the patch has no hunks: nothing was changed. It must be a unified diff, with lines --- and +++ that name the file and hunks that start with @@ -line,count +line,count @@")
	}
	if named && len(sections) > 1 {
		return nil, tools.Errorf(tools.PatchFailed, "the patch is for %d files, but path names one: leave path out", len(sections))
	}
	return sections, nil
}

// A patchPlan collects what a patch does to each file.
type patchPlan struct {
	f       *files
	session string
	changes []change
	at      map[string]int    // real path to index in changes
	read    []string          // real paths of files that are copied
	unshown map[string]string // real path to the file of that content, which the session must not be told of
	notes   []string
	size    int64
}

// foresee is what a patch would do to files, by their names alone.
func (p *patchPlan) foresee(sections []*gitdiff.File, path string) (would []tools.Effect) {
	note := func(kind tools.EffectKind, name string) {
		at, err := p.f.roots.Resolve(name)
		if e := (tools.Effect{Kind: kind, Target: at.Abs}); err == nil && !slices.Contains(would, e) {
			would = append(would, e)
		}
	}
	for _, s := range sections {
		oldName, newName := p.names(s, path)
		switch {
		case s.IsCopy:
			note(tools.EffectRead, oldName)
		case s.IsRename, s.IsDelete:
			note(tools.EffectDelete, oldName)
		}
		if !s.IsDelete {
			note(tools.EffectWrite, newName)
		}
	}
	return would
}

// sources are the files that the patch copies, and leaves as they are.
func (p *patchPlan) sources() []string {
	slices.Sort(p.read)
	return slices.DeleteFunc(slices.Compact(p.read), func(path string) bool { _, ok := p.at[path]; return ok })
}

// add plans one file's section of the patch.
func (p *patchPlan) add(ctx context.Context, s *gitdiff.File, path string) error {
	oldName, newName := p.names(s, path)
	switch {
	case s.IsBinary:
		return p.refuse(newName, "it changes binary content, which is not taken: write the file with a program, through bash")
	case (s.IsRename || s.IsCopy) && path != "":
		return p.refuse(newName, "it renames or copies a file: leave path out")
	case s.IsRename || s.IsCopy:
		return p.move(ctx, s, oldName, newName)
	case len(s.TextFragments) == 0 && !s.IsNew && !s.IsDelete:
		return p.refuse(newName, "it has no hunks for this file; modes are changed with bash")
	}
	name := newName
	if s.IsDelete {
		name = oldName
	}
	c, err := p.load(ctx, name)
	if err != nil {
		return err
	}
	isNew := s.IsNew || path != "" && !c.before.Exists && onlyAdds(s)
	switch {
	case isNew && p.exists(c):
		return p.refuse(name, "it makes this file, but the file exists")
	case !isNew && !p.exists(c):
		return tools.Errorf(tools.FileNotFound, "%q does not exist%s. The patch was not applied: nothing was changed", name, p.f.similar(name))
	}
	if isNew {
		c.mode = s.NewMode.Perm()
	}
	if err := p.rewrite(ctx, &c, s.TextFragments); err != nil {
		return err
	}
	if s.IsDelete && len(c.new) > 0 {
		return p.refuse(name, "it removes this file, but the file holds more than the patch says")
	}
	c.remove = s.IsDelete
	p.include(c)
	verb := "Patched"
	if isNew {
		verb = "Created"
	} else if s.IsDelete {
		verb = "Removed"
	}
	p.note(verb, c, s)
	return nil
}

// move plans a rename or a copy, with the hunks that go with it.
func (p *patchPlan) move(ctx context.Context, s *gitdiff.File, oldName, newName string) error {
	from, err := p.load(ctx, oldName)
	if err != nil {
		return err
	}
	to, err := p.load(ctx, newName)
	if err != nil {
		return err
	}
	if !p.exists(from) {
		return tools.Errorf(tools.FileNotFound, "%q does not exist%s. The patch was not applied: nothing was changed", oldName, p.f.similar(oldName))
	}
	if p.exists(to) {
		return p.refuse(newName, "it would replace this file, which exists")
	}
	moved := from
	if err := p.rewrite(ctx, &moved, s.TextFragments); err != nil {
		return err
	}
	to.new, to.mode, to.proven = moved.new, from.mode, true
	to.from, to.copied = p.f.show(from.path), s.IsCopy
	if of, ok := p.unshown[from.path.Abs]; ok {
		p.unshown[to.path.Abs] = of
	}
	if s.IsCopy {
		p.read = append(p.read, from.path.Abs)
	} else {
		from.remove, from.new = true, nil
		p.include(from)
	}
	p.include(to)
	p.note(map[bool]string{true: "Renamed to", false: "Copied to"}[s.IsRename], to, s)
	return nil
}

// load returns the file as the patch has left it so far.
func (p *patchPlan) load(ctx context.Context, name string) (change, error) {
	c, err := p.f.load(ctx, name)
	if err != nil {
		return c, err
	}
	c.proven = true
	if i, ok := p.at[c.path.Abs]; ok {
		return p.changes[i], nil
	}
	c.new = c.old
	if unshown(p.f, p.session, c) {
		p.unshown[c.path.Abs] = p.f.show(c.path)
	}
	return c, nil
}

func (p *patchPlan) exists(c change) bool {
	if _, ok := p.at[c.path.Abs]; ok {
		return !c.remove
	}
	return c.before.Exists
}

// include takes a change into the plan.
func (p *patchPlan) include(c change) {
	if i, ok := p.at[c.path.Abs]; ok {
		p.changes[i] = c
		return
	}
	p.at[c.path.Abs] = len(p.changes)
	p.changes = append(p.changes, c)
	p.size += int64(len(c.old)) + int64(len(c.new))
}

// rewrite applies hunks to what the file holds so far.
func (p *patchPlan) rewrite(ctx context.Context, c *change, hunks []*gitdiff.TextFragment) error {
	name := p.f.show(c.path)
	if of, ok := p.unshown[c.path.Abs]; ok && len(hunks) > 0 {
		return readFirst(of)
	}
	if k := kindOf(c.new); k.binary() && len(hunks) > 0 {
		return p.refuse(name, "it is not text but "+k.name)
	}
	text, form, err := decode(c.new)
	if err != nil {
		return p.refuse(name, err.Error())
	}
	if text, err = applyHunks(ctx, text, hunks); err != nil {
		return p.refuse(name, err.Error())
	}
	if c.new, err = form.encode(text); err != nil {
		return p.refuse(name, err.Error())
	}
	if int64(len(c.new)) > p.f.limits.fileSize {
		return tools.Errorf(tools.TooLarge, "%s would have %d bytes; at most %d can be written", name, len(c.new), p.f.limits.fileSize)
	}
	return nil
}

// check looks at the plan as a whole.
func (p *patchPlan) check() error {
	if p.size > p.f.limits.patchSize {
		return tools.Errorf(tools.TooLarge, "the files of this patch have %d bytes together; at most %d are changed at once: apply it in parts", p.size, p.f.limits.patchSize)
	}
	for _, c := range p.changes {
		if c.remove || !c.before.Exists || !bytes.Equal(c.new, c.old) {
			return nil
		}
	}
	return tools.Errorf(tools.PatchFailed, "the patch changes nothing (line ends are kept as they are)")
}

func (p *patchPlan) refuse(name, why string) error {
	return tools.Errorf(tools.PatchFailed, "the patch was not applied to %s: %s. Nothing was changed", name, why)
}

func (p *patchPlan) note(verb string, c change, s *gitdiff.File) {
	text := fmt.Sprintf("%s %s", verb, p.f.show(c.path))
	if n := len(s.TextFragments); n > 0 && !s.IsNew && !s.IsDelete {
		text += " (" + count(n, "hunk") + ")"
	}
	if s.OldMode != 0 && s.NewMode != 0 && s.OldMode != s.NewMode {
		text += "; its mode was left as it is, use bash to change it"
	}
	p.notes = append(p.notes, text)
}

// title is one line about the whole patch.
func (p *patchPlan) title() tools.Clause {
	if len(p.changes) == 1 {
		return tools.Say(tools.TitlePatchFile, p.f.title(p.changes[0].path))
	}
	return tools.Say(tools.TitlePatchFiles, strconv.Itoa(len(p.changes)))
}

// names finds out which files a section means. The a/ and b/ that Git puts in
// front are left out, unless only the name with them exists.
func (p *patchPlan) names(s *gitdiff.File, path string) (oldName, newName string) {
	if path != "" {
		return path, path
	}
	oldName, newName = p.stripped(s.OldName, "a/", "b/"), p.stripped(s.NewName, "b/", "a/")
	if newName == "" {
		newName = oldName
	}
	return oldName, newName
}

func (p *patchPlan) stripped(name string, prefixes ...string) string {
	for _, prefix := range prefixes {
		rest, ok := strings.CutPrefix(name, prefix)
		if ok && (p.there(rest) || !p.there(name)) {
			return rest
		}
	}
	return name
}

// there reports whether a name stands for something in a root.
func (p *patchPlan) there(name string) bool {
	at, err := p.f.roots.Resolve(name)
	if err != nil {
		return false
	}
	_, err = p.f.roots.Stat(at)
	return err == nil
}

func onlyAdds(s *gitdiff.File) bool {
	for _, h := range s.TextFragments {
		if h.OldLines > 0 {
			return false
		}
	}
	return true
}
