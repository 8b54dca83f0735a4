//go:build darwin || windows

package bridge

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"handrail/tools"

	"github.com/ncruces/zenity"
)

// A desktop shows dialogs by the system's own means. Their text has one style
// and no markup.
type desktop struct {
	missing error // why there are no dialogs
}

func newDesktop(Config) *desktop { return &desktop{missing: checkSystem()} }

func (d *desktop) available() error { return d.missing }

// cards says that calls do not ask by cards: there are none on these systems yet.
func (d *desktop) cards() error { return errors.New("there are no cards on this system") }

// ask implements Dialogs.ask. A dialog that is closed counts as denied: these
// systems do not tell it from the button. They have one more button at most.
func (d *desktop) ask(ctx context.Context, q question) (string, error) {
	err := d.run(ctx, q.limit, func(opt ...zenity.Option) error {
		opt = append(opt, zenity.Title(q.title), zenity.OKLabel(q.yes), zenity.CancelLabel(q.no), zenity.DefaultCancel())
		if len(q.more) > 0 {
			opt = append(opt, zenity.ExtraButton(q.more[0]))
		}
		return zenity.Question(text(q.blocks), opt...)
	})
	switch {
	case errors.Is(err, zenity.ErrCanceled):
		return q.no, nil
	case errors.Is(err, zenity.ErrExtraButton) && len(q.more) > 0:
		return q.more[0], nil
	case err != nil:
		return "", err
	}
	return q.yes, nil
}

// pickOne shows a choice and returns the line that was picked, "" if none was.
func (d *desktop) pickOne(ctx context.Context, c choice) (string, error) {
	var line string
	err := d.run(ctx, c.limit, func(opt ...zenity.Option) (err error) {
		line, err = zenity.List(text(c.blocks), c.lines, append(opt, zenity.Title(c.title), zenity.OKLabel(c.yes), zenity.CancelLabel(c.no))...)
		return err
	})
	if errors.Is(err, zenity.ErrCanceled) {
		return "", nil
	}
	return line, err
}

// write shows an entry and returns what was written. ok is false if it was left
// without the yes button.
func (d *desktop) write(ctx context.Context, e entry) (line string, ok bool, err error) {
	err = d.run(ctx, e.limit, func(opt ...zenity.Option) (err error) {
		opt = append(opt, zenity.Title(e.title), zenity.OKLabel(e.yes), zenity.CancelLabel(e.no), zenity.EntryText(e.text))
		if e.hidden {
			opt = append(opt, zenity.HideText())
		}
		line, err = zenity.Entry(text(e.blocks), opt...)
		return err
	})
	if errors.Is(err, zenity.ErrCanceled) {
		return "", false, nil
	}
	return line, err == nil, err
}

// tell implements Dialogs.tell.
func (d *desktop) tell(ctx context.Context, n notice) error {
	show := zenity.Info
	switch n.kind {
	case "warning":
		show = zenity.Warning
	case "error":
		show = zenity.Error
	}
	err := d.run(ctx, n.limit, func(opt ...zenity.Option) error {
		return show(text(n.blocks), append(opt, zenity.Title(n.title))...)
	})
	if errors.Is(err, zenity.ErrCanceled) {
		return nil
	}
	return err
}

// choose implements Dialogs.choose.
func (d *desktop) choose(ctx context.Context, p pick) ([]string, error) {
	var paths []string
	err := d.run(ctx, p.limit, func(opt ...zenity.Option) error {
		opt = append(opt, zenity.Title(p.title))
		if p.start != "" || p.name != "" {
			opt = append(opt, zenity.Filename(p.start+string(filepath.Separator)+p.name))
		}
		if p.directory {
			opt = append(opt, zenity.Directory())
		}
		for _, f := range p.filters {
			opt = append(opt, zenity.FileFilter{Name: f.name, Patterns: f.patterns, CaseFold: false})
		}
		var err error
		if p.multiple {
			paths, err = zenity.SelectFileMultiple(opt...)
			return err
		}
		var one string
		if p.save {
			one, err = zenity.SelectFileSave(append(opt, zenity.ConfirmOverwrite())...)
		} else {
			one, err = zenity.SelectFile(opt...)
		}
		paths = []string{one}
		return err
	})
	if errors.Is(err, zenity.ErrCanceled) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return paths, nil
}

// run shows one dialog within its limit.
func (d *desktop) run(ctx context.Context, limit time.Duration, show func(...zenity.Option) error) error {
	if err := checkSystem(); err != nil {
		return err
	}
	if limit <= 0 {
		limit = tools.AnswerLimit
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := show(zenity.Context(within))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case within.Err() != nil:
		return errLate
	case err == nil, errors.Is(err, zenity.ErrCanceled), errors.Is(err, zenity.ErrExtraButton):
		return err
	}
	return fmt.Errorf("no dialog could be shown: %w", err)
}

// text is the blocks as one plain text.
func text(blocks []block) string {
	var b strings.Builder
	for i, part := range blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(part.text)
	}
	return b.String()
}

// announce shows a notification. These systems have no way to take it back.
func (d *desktop) announce(ctx context.Context, title, text string) error {
	return d.notify(ctx, title, text, nil)
}

// FixBus does nothing: no program here starts a session bus by its name.
func FixBus() {}
