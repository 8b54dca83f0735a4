package programs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	other "handrail/internal/clients"
	"handrail/operator"
	"handrail/operator/paths"
	"handrail/tools"
)

// Programs are the programs of the person that speak MCP and keep a file of
// servers. They are safe for concurrent use.
type Programs struct {
	o      *operator.Operator
	helper string // our command line; "" is this program itself
}

// New makes the programs beside an operator.
func New(o *operator.Operator) *Programs { return &Programs{o: o, helper: o.Config().Helper} }

func (all *Programs) world() other.World {
	c := all.o.Config()
	return other.NewWorld(c.Home, c.Environ.Getenv, nil)
}

// List lists the programs that could have Handrail among their servers, and
// how things stand with each. Nothing is written.
func (all *Programs) List() []Connection {
	var out []Connection
	for _, st := range other.States(all.world()) {
		c := Connection{
			Program: st.ID(), Title: st.Title, Flatpak: st.Flatpak, File: st.File, Here: st.Here(),
			Connected: st.Connected, Space: st.Entry.Space, Command: st.Entry.Command, Other: st.Foreign,
		}
		if st.Err != nil {
			c.Problem = st.Err.Error()
		}
		if st.Connected {
			info, err := os.Stat(st.Entry.Command)
			c.Gone = err != nil || info.IsDir()
		}
		if at, ok := all.backups().Last(st.Place); ok {
			c.Undo = at.Format(time.RFC3339)
		}
		out = append(out, c)
	}
	return out
}

// backups is where other programs' files are kept as they were.
func (all *Programs) backups() other.Backups {
	return other.Backups{Dir: filepath.Join(all.o.Config().Dirs.Data, "programs")}
}

// program finds a program by its id.
func (all *Programs) program(id string) (other.Place, error) {
	p, ok := other.Main(all.world(), id)
	if !ok {
		return p, tools.Advise(tools.Action{Kind: tools.ListPrograms}, "there is no program %q", id)
	}
	return p, nil
}

// PlanConnect says what it takes to put Handrail among a program's servers, for one
// space. Nothing is written.
func (all *Programs) PlanConnect(program, space string) (Change, error) {
	c, err := all.connectChange(program, space)
	if err != nil {
		return Change{}, err
	}
	return all.shown(c), nil
}

// PlanDisconnect says what it takes to take it out again, and only it.
func (all *Programs) PlanDisconnect(program string) (Change, error) {
	c, err := all.disconnectChange(program)
	if err != nil {
		return Change{}, err
	}
	return all.shown(c), nil
}

// PlanUndo says what it takes to undo our last change of a program's file: it
// becomes what it was, byte for byte. If it is no longer what we wrote, the error
// says so, and Difference is from what it is to what it was.
func (all *Programs) PlanUndo(program string) (Change, error) {
	c, err := all.undoChange(program)
	var changed *other.ChangedError
	if errors.As(err, &changed) {
		return Change{Program: program, Title: c.Title, File: changed.File, Difference: all.o.Secrets().Redact(changed.Difference)}, fmt.Errorf("%s is no longer what Handrail wrote, so it is not put back; disconnect takes only Handrail's own entry out: %w", changed.File, err)
	}
	if err != nil {
		return Change{}, err
	}
	return all.shown(c), nil
}

func (all *Programs) connectChange(program, space string) (other.Change, error) {
	p, err := all.program(program)
	if err != nil {
		return other.Change{}, err
	}
	dir, err := paths.Real(space)
	if err != nil {
		return other.Change{}, err
	}
	command, err := all.ownProgram()
	if err != nil {
		return other.Change{}, err
	}
	return other.Connect(p, other.Entry{Command: command, Space: dir})
}

func (all *Programs) disconnectChange(program string) (other.Change, error) {
	p, err := all.program(program)
	if err != nil {
		return other.Change{}, err
	}
	return all.backups().Disconnect(p)
}

func (all *Programs) undoChange(program string) (other.Change, error) {
	p, err := all.program(program)
	if err != nil {
		return other.Change{}, err
	}
	c, err := all.backups().Undo(p)
	c.Title = p.Title
	return c, err
}

// ownProgram is the command line that other programs start: this one, or the one
// beside the window. One that agents or others may exchange is refused: another
// program would start it outside of all walls.
func (all *Programs) ownProgram() (string, error) {
	path := all.helper
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
	agents, err := all.o.AgentGround()
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

// Connect makes the change that PlanConnect has shown, if it would still be the
// same one: else Why says so, and the change that it would be now is in it.
func (all *Programs) Connect(program, space, digest string) (Result, error) {
	if err := paths.NotFromRoom("servers connect"); err != nil {
		return Result{}, err
	}
	c, err := all.connectChange(program, space)
	return all.applied(c, err, digest, all.apply)
}

// Disconnect makes the change that PlanDisconnect has shown, likewise.
func (all *Programs) Disconnect(program, digest string) (Result, error) {
	if err := paths.NotFromRoom("servers disconnect"); err != nil {
		return Result{}, err
	}
	c, err := all.disconnectChange(program)
	return all.applied(c, err, digest, all.apply)
}

// Undo makes the change that PlanUndo has shown, likewise.
func (all *Programs) Undo(program, digest string) (Result, error) {
	if err := paths.NotFromRoom("servers undo"); err != nil {
		return Result{}, err
	}
	c, err := all.undoChange(program)
	return all.applied(c, err, digest, func(c other.Change) (other.Applied, error) {
		return other.Applied{}, all.backups().Revert(c)
	})
}

func (all *Programs) apply(c other.Change) (other.Applied, error) {
	return all.backups().Apply(c, time.Now())
}

// applied makes a change if it is the one that was shown.
func (all *Programs) applied(c other.Change, err error, digest string, write func(other.Change) (other.Applied, error)) (Result, error) {
	if err != nil {
		return Result{}, err
	}
	done := Result{Change: all.shown(c)}
	if done.Digest != digest {
		done.Why = c.File + " changed since you saw it, so nothing was written: this is what would change now"
		return done, nil
	}
	made, err := write(c)
	var changed *other.ChangedError
	if errors.As(err, &changed) {
		done.Why, done.Difference = changed.Error(), all.o.Secrets().Redact(changed.Difference)
		return done, nil
	}
	done.Done, done.Backup = err == nil, made.Backup
	return done, err
}

// shown is a change as faces show it: keys that stand beside our entry are
// taken out of the difference, not out of the file.
func (all *Programs) shown(c other.Change) Change {
	s := Change{
		Program: c.ID(), Title: c.Title, File: c.Real, Made: c.Made, Nothing: c.Nothing(),
		Difference: all.o.Secrets().Redact(c.Difference), Note: c.Note, Digest: c.Digest(),
	}
	if c.Real != c.File {
		s.Link = c.File
	}
	return s
}
