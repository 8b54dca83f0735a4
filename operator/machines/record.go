package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"handrail/journal"
)

// recordKind is the kind of state that holds how far the others have been told of this machine's record, under "told".
const recordKind = "machine-record"

// How much of the record goes into one letter, and how long an event may be to be told whole.
const (
	recordEvents = 200
	recordBytes  = 400 << 10
	eventBytes   = 200 << 10
	recordPause  = 200 * time.Millisecond // what comes within it goes together
)

// recordBox is where the record of another machine lies.
func recordBox(machine string) string { return "machines.record." + machine }

// tellRecord tells the other machines what is recorded here, if the person has said so, from where it was told last. It is told at
// least once: who reads it goes by the numbers of the events.
func (d *exchange) tellRecord(ctx context.Context) error {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return err
	}
	if !set.Machines.Record {
		<-ctx.Done()
		return ctx.Err()
	}
	told, err := d.told(ctx)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	events, ended := make(chan journal.Event), make(chan error, 1)
	go func() {
		for e, err := range d.c.Record.Watch(reading, "", told) {
			if err != nil {
				ended <- err
				return
			}
			select {
			case events <- e:
			case <-reading.Done():
			}
		}
		ended <- reading.Err()
	}()
	err = d.tell(reading, events, ended)
	stop()
	return err
}

// tell sends events as they come, many in one letter where they come together.
func (d *exchange) tell(ctx context.Context, events <-chan journal.Event, ended chan error) error {
	for {
		var batch []journal.Event
		size := 0
		add := func(e journal.Event) {
			if len(e.Data) > eventBytes {
				e.Data = json.RawMessage(fmt.Sprintf(`{"omitted":%d}`, len(e.Data)))
			}
			batch, size = append(batch, e), size+len(e.Data)
		}
		select {
		case e := <-events:
			add(e)
		case err := <-ended:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
		for pause := time.After(recordPause); pause != nil && len(batch) < recordEvents && size < recordBytes; {
			select {
			case e := <-events:
				add(e)
			case <-pause:
				pause = nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := d.sendAll(ctx, "", mail{Kind: recordMail, Events: batch}); err != nil {
			return err
		}
		last := batch[len(batch)-1].Seq
		err := d.c.States.ChangeState(ctx, recordKind, "told", func(old string) string {
			before, _ := strconv.ParseInt(old, 10, 64) // another process may have told more
			return strconv.FormatInt(max(before, last), 10)
		})
		if err != nil {
			return err
		}
	}
}

// told is how far the others have been told. It begins with what comes after now.
func (d *exchange) told(ctx context.Context) (int64, error) {
	text, ok, err := d.c.States.State(ctx, recordKind, "told")
	if err != nil {
		return 0, err
	}
	if ok {
		return strconv.ParseInt(text, 10, 64)
	}
	last, err := d.c.Record.Last(ctx)
	if err != nil {
		return 0, err
	}
	return last, d.c.States.SetState(ctx, recordKind, "told", strconv.FormatInt(last, 10))
}

// takeRecord keeps a part of another machine's record.
func takeRecord(ctx context.Context, d *Desk, from Peer, number uint64, events []journal.Event) error {
	raw, err := json.Marshal(events)
	if err != nil {
		return err
	}
	return d.c.Post.Put(ctx, journal.Letter{Box: recordBox(from.ID), ID: fmt.Sprintf("%020d", number), Body: raw})
}

// Record yields what another machine has recorded and told, each event once and in its order; with follow, also what comes, until ctx
// ends.
func (d *Desk) Record(ctx context.Context, p Peer, follow bool) iter.Seq2[journal.Event, error] {
	return func(yield func(journal.Event, error) bool) {
		last := int64(0)
		each := func(l journal.Letter, err error) bool {
			var events []journal.Event
			if err == nil {
				err = json.Unmarshal(l.Body, &events)
			}
			if err != nil {
				yield(journal.Event{}, err)
				return false
			}
			for _, e := range events {
				if e.Seq > last {
					if last = e.Seq; !yield(e, nil) {
						return false
					}
				}
			}
			return true
		}
		if follow {
			for l, err := range d.c.Post.Follow(ctx, recordBox(p.ID)) {
				if !each(l, err) {
					return
				}
			}
			return
		}
		letters, err := d.c.Post.Letters(ctx, recordBox(p.ID))
		if err != nil {
			yield(journal.Event{}, err)
			return
		}
		for _, l := range letters {
			if !each(l, nil) {
				return
			}
		}
	}
}

// ExportRecord writes what another machine has told of its record into a file, as JSON lines: all of it, or nothing.
func (d *Desk) ExportRecord(ctx context.Context, p Peer, path string) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handrail-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // after the rename it is gone already
	lines := json.NewEncoder(tmp)
	for e, told := range d.Record(ctx, p, false) {
		if err = told; err == nil {
			err = lines.Encode(e)
		}
		if err != nil {
			break
		}
	}
	if err := errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
