package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/memories"
	"handrail/operator/origins"
)

// memoryCmd is what a space remembers.
type memoryCmd struct {
	Show   memoryShowCmd   `cmd:"" default:"1" help:"Show what agents of this space remember, and when each paragraph was noted."`
	Edit   memoryEditCmd   `cmd:"" help:"Replace a paragraph, or everything by what comes from standard input (-)."`
	Forget memoryForgetCmd `cmd:"" help:"Remove paragraphs."`
}

type memoryShowCmd struct{}

// memoryLine is a paragraph in JSON.
type memoryLine struct {
	Number  int        `json:"number"`
	Text    string     `json:"text"`
	When    *time.Time `json:"when,omitempty"`
	Session string     `json:"session,omitempty"`
	Run     string     `json:"run,omitempty"`
	By      string     `json:"by,omitempty"`
	From    []string   `json:"from,omitempty"`
}

// Run shows the paragraphs with their numbers.
func (memoryShowCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	c, err := operator.MemoriesOf(space).Read(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		lines := []memoryLine{}
		for i, m := range c.Memories {
			line := memoryLine{Number: i + 1, Text: m.Text, Session: m.Session, Run: m.Run, By: m.By, From: m.From}
			if !m.When.IsZero() {
				line.When = &m.When
			}
			lines = append(lines, line)
		}
		return s.print(lines)
	}
	if len(c.Memories) == 0 {
		fmt.Fprintln(s.Stderr, "Nothing is remembered here yet.")
		return nil
	}
	for i, m := range c.Memories {
		if i > 0 {
			fmt.Fprintln(s.Stdout)
		}
		fmt.Fprintf(s.Stdout, "%d  (%s)\n", i+1, clean(origin(m)))
		for line := range strings.SplitSeq(m.Text, "\n") {
			fmt.Fprintf(s.Stdout, "   %s\n", cleanText(line))
		}
	}
	fmt.Fprintf(s.Stderr, "\n%d of the %d bytes that agents may fill are used.\n", len(c.Text), c.Most)
	return nil
}

// origin says when a paragraph came, and from where.
func origin(m memories.Memory) string {
	from := ""
	if len(m.From) > 0 {
		from = "; it holds text from " + strings.Join(m.From, ", ")
	}
	if m.When.IsZero() {
		return "written by hand, or longer ago than the record goes" + from
	}
	by := m.By
	if by == "" {
		by = "you"
	}
	return fmt.Sprintf("%s, by %s, run %s%s", m.When.Local().Format("2006-01-02 15:04"), by, m.Run, from)
}

type memoryEditCmd struct {
	Number string   `arg:"" help:"The paragraph's number, or - to replace everything by what comes from standard input."`
	Text   []string `arg:"" optional:"" help:"The new text."`
}

// Run replaces a paragraph, or the whole memory.
func (c memoryEditCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	book := operator.MemoriesOf(space)
	now, err := book.Read(s.ctx)
	if err != nil {
		return err
	}
	if c.Number == "-" {
		if len(c.Text) > 0 {
			return usagef("with -, the new text comes from standard input")
		}
		raw, err := io.ReadAll(io.LimitReader(s.Stdin, memories.MostBytes+1)) // Save says that it is too much
		switch {
		case err != nil:
			return err
		case strings.TrimSpace(string(raw)) == "":
			return usagef("nothing came from standard input, and nothing was changed. To forget everything: handrail memory forget --all")
		}
		return book.Save(s.ctx, string(raw), now.Digest)
	}
	text := strings.Join(c.Text, " ")
	if strings.TrimSpace(text) == "" {
		return usagef("what should the paragraph say? To remove it: handrail memory forget %s", c.Number)
	}
	at, err := paragraphAt(now, c.Number)
	if err != nil {
		return err
	}
	return book.Replace(s.ctx, at, now.Memories[at].Text, text)
}

// paragraphAt finds a paragraph by its number, as memory show prints it.
func paragraphAt(c memories.Contents, number string) (int, error) {
	n := 0
	if _, err := fmt.Sscanf(number, "%d", &n); err != nil || fmt.Sprint(n) != number || n < 1 || n > len(c.Memories) {
		return 0, usagef("there is no paragraph %q: handrail memory show lists them, from 1 to %d", number, len(c.Memories))
	}
	return n - 1, nil
}

type memoryForgetCmd struct {
	Number []string `arg:"" optional:"" help:"The paragraphs' numbers."`
	All    bool     `help:"Forget everything."`
}

// Run removes paragraphs.
func (c memoryForgetCmd) Run(s *session) (err error) {
	if c.All == (len(c.Number) > 0) {
		return usagef("name the paragraphs by their numbers, or say --all")
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	book := operator.MemoriesOf(space)
	now, err := book.Read(s.ctx)
	if err != nil {
		return err
	}
	if c.All {
		return book.Save(s.ctx, "", now.Digest)
	}
	var texts []string
	slices.Sort(c.Number)
	for _, number := range slices.Compact(c.Number) {
		at, err := paragraphAt(now, number)
		if err != nil {
			return err
		}
		texts = append(texts, now.Memories[at].Text)
	}
	for _, text := range texts {
		if err := book.Replace(s.ctx, -1, text, ""); err != nil {
			return err
		}
		fmt.Fprintf(s.Stderr, "Forgotten: %s\n", clean(cut(strings.ReplaceAll(text, "\n", " "), 100)))
	}
	return nil
}

// originsCmd is whose words the files of a space hold that agents have written.
type originsCmd struct {
	List  originsListCmd  `cmd:"" default:"1" help:"List the files that an agent wrote after it had read text from elsewhere."`
	Clear originsClearCmd `cmd:"" help:"Say that files are yours: what stands in them doesn't count as from elsewhere any more."`
}

type originsListCmd struct{}

// originLine is a file in JSON.
type originLine struct {
	File string    `json:"file"`
	Part int       `json:"paragraph,omitempty"` // of MEMORY.md, as memory show numbers them
	Text string    `json:"text,omitempty"`      // of the paragraph
	From []string  `json:"from"`
	Run  string    `json:"run"`
	Call string    `json:"call"`
	Time time.Time `json:"time"`
}

// Run lists the files as they lie there now.
func (originsListCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := operator.FilesOf(space).List(s.ctx)
	if err != nil {
		return err
	}
	lines := []originLine{}
	for _, l := range list {
		line := originLine{File: origins.Short(space.Dir(), l.Path), Part: l.Paragraph, Text: l.Text, Run: l.Run, Call: l.Call, Time: l.Time}
		for _, from := range l.Origins {
			line.From = append(line.From, from.String())
		}
		lines = append(lines, line)
	}
	if s.app.JSON {
		return s.print(map[string]any{"files": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stdout, "No file here holds text from elsewhere, as far as is known.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "FILE\tMAY HOLD\tWRITTEN\tCALL")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", clean(nameOf(l.File, l.Part)), clean(strings.Join(l.From, ", ")), l.Time.Local().Format("2006-01-02 15:04"), l.Call)
	}
	return w.Flush()
}

// nameOf is a file, or a paragraph of it, as origins clear takes it.
func nameOf(file string, paragraph int) string {
	if paragraph == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, paragraph)
}

type originsClearCmd struct {
	File []string `arg:"" optional:"" help:"The files, as origins lists them; of MEMORY.md a paragraph (MEMORY.md:2), or all of it."`
	All  bool     `help:"All files of the space."`
}

// Run takes the labels of files away.
func (c originsClearCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	if c.All == (len(c.File) > 0) {
		return usagef("name the files, or say --all")
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	files := operator.FilesOf(space)
	list, err := files.List(s.ctx)
	if err != nil {
		return err
	}
	var paths, paragraphs []string
	for _, name := range c.File {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(space.Dir(), name)
		}
		path = filepath.Clean(path)
		one := slices.IndexFunc(list, func(l origins.Label) bool { return l.Paragraph > 0 && nameOf(l.Path, l.Paragraph) == path })
		switch {
		case one >= 0:
			paragraphs = append(paragraphs, list[one].Text)
		case slices.ContainsFunc(list, func(l origins.Label) bool { return l.Path == path }):
			paths = append(paths, path)
		default:
			return usagef("%s holds no text from elsewhere, as far as is known: handrail origins lists the files that do", name)
		}
	}
	for _, text := range paragraphs {
		if err := files.Memory().Take(s.ctx, text); err != nil {
			return err
		}
	}
	if len(paths) > 0 || c.All {
		if err := files.Clear(s.ctx, paths...); err != nil {
			return err
		}
	}
	if len(paragraphs) > 0 {
		fmt.Fprintf(s.Stderr, "Cleared: %s of the memory.\n", plural(len(paragraphs), "paragraph"))
	}
	if len(paths) == 0 && !c.All {
		return nil
	}
	count := len(paths)
	if c.All {
		count = len(list)
	}
	fmt.Fprintf(s.Stderr, "Cleared: %s.\n", plural(count, "file"))
	return nil
}
