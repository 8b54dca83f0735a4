package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/group"
	"handrail/internal/sandbox"
)

// holding is the word by which a helper knows that it is to be a Holder, and no room.
const holding = "layers"

// A Holder is a process of ours that makes layers for several rooms (see sandbox.Holder). No
// program runs in it, and no room sees it. It is safe for concurrent use.
type Holder struct {
	mu      sync.Mutex
	control wire
	inside  *exec.Cmd
}

// OpenHolder starts a Holder. The caller closes it.
func OpenHolder(helper *Helper) (*Holder, error) {
	program, err := helper.path()
	if err != nil {
		return nil, err
	}
	control, theirs, err := newWire()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	h := &Holder{control: control, inside: &exec.Cmd{
		Path: program, Args: []string{roomName, holding}, Env: []string{"GOMAXPROCS=1"}, Dir: "/",
		ExtraFiles: []*os.File{theirs}, SysProcAttr: sandbox.RoomAttributes(sandbox.Network{Mode: sandbox.Off}),
	}}
	group.CloseOnExec()
	if err := h.inside.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("the process for the layers cannot be started: %w", err), control.c.Close())
	}
	return h, nil
}

// Lay returns a layer as an open file: see sandbox.Holder. The caller closes it.
func (h *Holder) Lay(l sandbox.Layer, plain bool) (*os.File, error) {
	raw, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	kind := "build"
	if plain {
		kind = "plain"
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	_ = h.control.c.SetDeadline(time.Now().Add(roomWait))
	if err := h.control.send(nil, kind, string(raw)); err != nil {
		return nil, fmt.Errorf("the process for the layers is gone: %w", err)
	}
	words, files, err := h.control.receive()
	if err != nil {
		return nil, fmt.Errorf("the process for the layers is gone: %w", err)
	}
	if words[0] != "laid" || len(files) != 1 {
		closeAll(files)
		return nil, errors.New(words[len(words)-1])
	}
	return files[0], nil
}

// PID is the number of the process, as we count.
func (h *Holder) PID() int { return h.inside.Process.Pid }

// Close ends the process. Layers that were handed out stay as long as somebody holds them.
func (h *Holder) Close() error {
	_ = h.inside.Process.Kill() // it may have ended already
	err := h.control.c.Close()
	_ = h.inside.Wait() // killed
	return err
}

// hold is the main function of a Holder.
func hold(w wire) int {
	if unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) != nil { // its memory and its files are nobody's business
		return 1
	}
	layers, broken := sandbox.NewHolder()
	for {
		words, files, err := w.receive()
		closeAll(files)
		if err != nil || len(words) != 2 {
			return 0
		}
		var l sandbox.Layer
		var f *os.File
		if err = broken; err == nil {
			err = json.Unmarshal([]byte(words[1]), &l)
		}
		if err == nil {
			f, err = layers.Lay(l, words[0] == "plain")
		}
		if err != nil {
			err = w.send(nil, "failed", err.Error())
		} else {
			err = errors.Join(w.send([]*os.File{f}, "laid"), f.Close())
		}
		if err != nil {
			return 0
		}
	}
}
