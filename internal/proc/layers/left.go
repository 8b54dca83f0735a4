package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// markName is what lies beside a layer's own folder: which layer it is, so that it can be read
// after our process was killed.
const markName = "layer.json"

// A mark is what it says.
type mark struct {
	At    string    `json:"at"`
	Since time.Time `json:"since"`
	Boot  string    `json:"boot"` // when the machine was started
}

// mark notes which layer it is. It is not forced to the disk: what a power cut leaves of a layer is not whole.
func (l Laid) mark() error {
	raw, err := json.Marshal(mark{At: l.Layer.At, Since: l.Since, Boot: room.Boot()})
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(l.Layer.Own), markName)
	if err := os.WriteFile(path+".tmp", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}

// ErrNotWhole says that the machine was started anew since layers were made: what had not reached the
// disk by then is gone, and nobody knows what that was.
var ErrNotWhole = errors.New("the machine was started anew meanwhile, so what lies there may not be whole")

// Left are the layers in the folder of a Set whose process was killed. Nothing works on them: see Busy.
func Left(dir string) ([]Laid, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []Laid
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name(), markName))
		if errors.Is(err, fs.ErrNotExist) || !e.IsDir() {
			continue // no layer over a folder, or one that no program has seen
		}
		var m mark
		if err == nil {
			err = json.Unmarshal(raw, &m)
		}
		if err == nil && (e.Name() != nameOf(m.At) || m.Since.IsZero()) {
			err = errors.New("it is another one's")
		}
		if err != nil {
			return nil, fmt.Errorf("what is known of the layer %s: %w", e.Name(), err)
		}
		if boot := room.Boot(); boot == "" || m.Boot != boot {
			return nil, ErrNotWhole
		}
		own := filepath.Join(dir, e.Name(), "own")
		list = append(list, Laid{Layer: sandbox.Layer{Under: m.At, At: m.At, Own: own}, Since: m.Since})
	}
	return list, nil
}
