package sqlite

import (
	"context"
	"errors"
	"iter"
	"time"

	"handrail/journal"
)

// A Post is the journal.Post in the journal's own database: between the processes of this machine. Letters lie there
// through a power cut.
type Post struct {
	db  *database
	put broadcast
}

// PostIn is the post in a journal.
func PostIn(s *Store) *Post { return &s.post }

// Put implements journal.Post.
func (p *Post) Put(ctx context.Context, l journal.Letter) error {
	if err := l.Check(); err != nil {
		return err
	}
	body := l.Body
	if body == nil {
		body = []byte{}
	}
	err := p.db.change(ctx, true, func() error {
		_, err := p.db.exec(ctx, "INSERT INTO post (box, id, body, made) VALUES (?, ?, ?, ?) ON CONFLICT (box, id) DO NOTHING", l.Box, l.ID, body, time.Now().UnixNano())
		return err
	})
	p.put.send()
	return err
}

// Letters implements journal.Post.
func (p *Post) Letters(ctx context.Context, box string) ([]journal.Letter, error) {
	letters, _, err := p.after(ctx, box, 0)
	return letters, err
}

// after are the letters of a box with a number above n, and the last of these numbers.
func (p *Post) after(ctx context.Context, box string, n int64) (letters []journal.Letter, last int64, err error) {
	rows, err := p.db.read.QueryContext(ctx, "SELECT n, id, body FROM post WHERE box = ? AND n > ? ORDER BY n", box, n)
	if err != nil {
		return nil, n, p.db.fault(err)
	}
	defer func() { err = errors.Join(err, p.db.fault(rows.Close())) }()
	last = n
	for rows.Next() {
		l := journal.Letter{Box: box}
		if err := rows.Scan(&last, &l.ID, &l.Body); err != nil {
			return nil, n, p.db.fault(err)
		}
		letters = append(letters, l)
	}
	return letters, last, p.db.fault(rows.Err())
}

// Follow implements journal.Post. What another process has put comes within a moment; what this one has, at once.
func (p *Post) Follow(ctx context.Context, box string) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for last := int64(0); ctx.Err() == nil; {
			changed := p.put.next() // before looking, so that nothing slips between
			letters, now, err := p.after(ctx, box, last)
			if err != nil {
				if ctx.Err() == nil {
					yield(journal.Letter{}, err)
				}
				return
			}
			last = now
			for _, l := range letters {
				if ctx.Err() != nil || !yield(l, nil) {
					return
				}
			}
			select {
			case <-changed:
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	}
}

// Drop implements journal.Post.
func (p *Post) Drop(ctx context.Context, box, id string) error {
	return p.db.change(ctx, false, func() error {
		_, err := p.db.exec(ctx, "DELETE FROM post WHERE box = ? AND id = ?", box, id)
		return err
	})
}

// DropOld takes the letters away that were put before a time, in all boxes whose name begins so.
func (p *Post) DropOld(ctx context.Context, prefix string, before time.Time) error {
	return p.db.change(ctx, false, func() error {
		_, err := p.db.exec(ctx, "DELETE FROM post WHERE substr(box, 1, length(?)) = ? AND made < ?", prefix, prefix, before.UnixNano())
		return err
	})
}
