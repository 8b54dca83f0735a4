package operator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	other "handrail/internal/clients"
	"handrail/operator/paths"
	"handrail/operator/walls"
)

// Connections lists the programs that could have Handrail among their servers, and
// how things stand with each. Nothing is written.
func (o *Operator) Connections() []Connection {
	var out []Connection
	for _, st := range other.States(o.world(nil)) {
		c := Connection{
			Program: st.ID(), Title: st.Title, File: st.File, Here: st.Here(),
			Connected: st.Connected, Space: st.Entry.Space, Command: st.Entry.Command, Other: st.Foreign,
		}
		if st.Err != nil {
			c.Problem = st.Err.Error()
		}
		if st.Connected {
			info, err := os.Stat(st.Entry.Command)
			c.Gone = err != nil || info.IsDir()
		}
		if at, ok := o.backups().Last(st.Place); ok {
			c.Undo = at.Format(time.RFC3339)
		}
		out = append(out, c)
	}
	return out
}

// backups is where other programs' files are kept as they were.
func (o *Operator) backups() other.Backups {
	return other.Backups{Dir: filepath.Join(o.c.Dirs.Data, "programs")}
}

// program finds a program by its id.
func (o *Operator) program(id string) (other.Place, error) {
	p, ok := other.Main(o.world(nil), id)
	if !ok {
		return p, fmt.Errorf("there is no program %q; `handrail servers programs` lists those that are known", id)
	}
	return p, nil
}

// ConnectPlan says what it takes to put Handrail among a program's servers, for one
// space. Nothing is written.
func (o *Operator) ConnectPlan(program, space string) (ConnectChange, error) {
	c, err := o.connectChange(program, space)
	if err != nil {
		return ConnectChange{}, err
	}
	return o.shownChange(c), nil
}

// DisconnectPlan says what it takes to take it out again, and only it.
func (o *Operator) DisconnectPlan(program string) (ConnectChange, error) {
	c, err := o.disconnectChange(program)
	if err != nil {
		return ConnectChange{}, err
	}
	return o.shownChange(c), nil
}

// UndoPlan says what it takes to undo our last change of a program's file: it
// becomes what it was, byte for byte. If it is no longer what we wrote, the error
// says so, and Difference is from what it is to what it was.
func (o *Operator) UndoPlan(program string) (ConnectChange, error) {
	c, err := o.undoChange(program)
	var changed *other.ChangedError
	if errors.As(err, &changed) {
		return ConnectChange{Program: program, Title: c.Title, File: changed.File, Difference: o.redact.Text(changed.Difference)}, fmt.Errorf("%s is no longer what Handrail wrote, so it is not put back; disconnect takes only Handrail's own entry out: %w", changed.File, err)
	}
	if err != nil {
		return ConnectChange{}, err
	}
	return o.shownChange(c), nil
}

func (o *Operator) connectChange(program, space string) (other.Change, error) {
	p, err := o.program(program)
	if err != nil {
		return other.Change{}, err
	}
	dir, err := paths.Real(space)
	if err != nil {
		return other.Change{}, err
	}
	command, err := o.ownProgram()
	if err != nil {
		return other.Change{}, err
	}
	return other.Connect(p, other.Entry{Command: command, Space: dir})
}

func (o *Operator) disconnectChange(program string) (other.Change, error) {
	p, err := o.program(program)
	if err != nil {
		return other.Change{}, err
	}
	return o.backups().Disconnect(p)
}

func (o *Operator) undoChange(program string) (other.Change, error) {
	p, err := o.program(program)
	if err != nil {
		return other.Change{}, err
	}
	c, err := o.backups().Undo(p)
	c.Title = p.Title
	return c, err
}

// ownProgram is the command line that other programs start: this one, or the one
// beside the window. One that agents or others may exchange is refused: another
// program would start it outside of all walls.
func (o *Operator) ownProgram() (string, error) {
	path := o.c.Helper
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return "", fmt.Errorf("it is not known where Handrail's own program is: %w", err)
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	agents, err := o.agentGround()
	if err != nil {
		return "", fmt.Errorf("it is not known whether agents may change %s, which other programs would start: %w", path, err)
	}
	at, who := agents.Crossing(path), "agents may write"
	if at == "" {
		at, who = openTo(path), "every user of this machine may write"
	}
	if at != "" {
		return "", fmt.Errorf("other programs are not told to start %s: it can be exchanged in %s, where %s, and they would start what lies there then outside of all walls. Install Handrail elsewhere, start that one, and connect again", path, at, who)
	}
	return path, nil
}

// openTo is where on the way to a program every user may put another in its place;
// "" if nowhere. In a folder with the sticky bit, such as /tmp, the folders of one
// user are safe from the others; a program that lies in it directly is not taken.
func openTo(path string) string {
	const others = 0o002
	real, on, err := paths.Trail(path)
	if err != nil {
		return path
	}
	for _, at := range on {
		info, err := os.Stat(at)
		if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&others == 0 {
			continue // Windows has no such bits
		}
		if info.Mode()&os.ModeSticky == 0 || at == filepath.Dir(real) || at == filepath.Dir(path) {
			return at
		}
	}
	return ""
}

// ConnectProgram makes the change that ConnectPlan has shown, if it would still be the
// same one: else Why says so, and the change that it would be now is in it.
func (o *Operator) ConnectProgram(program, space, digest string) (ConnectDone, error) {
	if err := notFromRoom("servers connect"); err != nil {
		return ConnectDone{}, err
	}
	c, err := o.connectChange(program, space)
	return o.applied(c, err, digest, o.apply)
}

// DisconnectProgram makes the change that DisconnectPlan has shown, likewise.
func (o *Operator) DisconnectProgram(program, digest string) (ConnectDone, error) {
	if err := notFromRoom("servers disconnect"); err != nil {
		return ConnectDone{}, err
	}
	c, err := o.disconnectChange(program)
	return o.applied(c, err, digest, o.apply)
}

// UndoProgram makes the change that UndoPlan has shown, likewise.
func (o *Operator) UndoProgram(program, digest string) (ConnectDone, error) {
	if err := notFromRoom("servers undo"); err != nil {
		return ConnectDone{}, err
	}
	c, err := o.undoChange(program)
	return o.applied(c, err, digest, func(c other.Change) (other.Applied, error) {
		return other.Applied{}, o.backups().Revert(c)
	})
}

func (o *Operator) apply(c other.Change) (other.Applied, error) {
	return o.backups().Apply(c, time.Now())
}

// applied makes a change if it is the one that was shown.
func (o *Operator) applied(c other.Change, err error, digest string, write func(other.Change) (other.Applied, error)) (ConnectDone, error) {
	if err != nil {
		return ConnectDone{}, err
	}
	done := ConnectDone{ConnectChange: o.shownChange(c)}
	if done.Digest != digest {
		done.Why = c.File + " has changed since you saw it, so nothing was written: this is what would change now"
		return done, nil
	}
	made, err := write(c)
	var changed *other.ChangedError
	if errors.As(err, &changed) {
		done.Why, done.Difference = changed.Error(), o.redact.Text(changed.Difference)
		return done, nil
	}
	done.Done, done.Backup = err == nil, made.Backup
	return done, err
}

// shownChange is a change as faces show it: keys that stand beside our entry are
// taken out of the difference, not out of the file.
func (o *Operator) shownChange(c other.Change) ConnectChange {
	s := ConnectChange{
		Program: c.ID(), Title: c.Title, File: c.Real, Made: c.Made, Nothing: c.Nothing(),
		Difference: o.redact.Text(c.Difference), Note: c.Note, Digest: c.Digest(),
	}
	if c.Real != c.File {
		s.Link = c.File
	}
	return s
}

// notFromRoom refuses what a program that an agent has started must not do.
func notFromRoom(what string) error {
	if walls.InRoom() {
		return fmt.Errorf("%s is refused here: this program runs behind Handrail's own walls, so an agent has started it, and it may not do that for the person", what)
	}
	return nil
}
