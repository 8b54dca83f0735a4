package settings

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Dirs are the folders of the app itself. No tool can read or write them; Own has what belongs to them elsewhere.
type Dirs struct {
	Config string // settings.json
	Data   string // journal, snapshots, secrets where there is no keychain
}

// DefaultDirs are the platform's folders, or what HANDRAIL_CONFIG_DIR and
// HANDRAIL_DATA_DIR say (docs/spec/02-settings.md).
func DefaultDirs() Dirs {
	d := Dirs{Config: filepath.Join(xdg.ConfigHome, "handrail"), Data: filepath.Join(xdg.DataHome, "handrail")}
	if v := os.Getenv("HANDRAIL_CONFIG_DIR"); v != "" {
		d.Config = v
	}
	if v := os.Getenv("HANDRAIL_DATA_DIR"); v != "" {
		d.Data = v
	}
	return d
}

// Make makes both folders, for the person alone, and their paths real.
func (d Dirs) Make() (Dirs, error) {
	for _, dir := range []*string{&d.Config, &d.Data} {
		abs, err := filepath.Abs(*dir)
		if err != nil {
			return d, err
		}
		if err := os.MkdirAll(abs, 0o700); err != nil {
			return d, fmt.Errorf("the app's own folder cannot be made: %w; set HANDRAIL_CONFIG_DIR and HANDRAIL_DATA_DIR to folders that you may write", err)
		}
		if *dir, err = filepath.EvalSymlinks(abs); err != nil {
			return d, err
		}
	}
	return d, nil
}

// Own are the places where the app keeps what is its own: both folders, and what links in them lead to, as where
// somebody keeps settings.json among their dotfiles. No tool may read or write there, by whatever name.
func (d Dirs) Own() []string {
	own := []string{d.Config, d.Data}
	for _, dir := range own[:2] {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // whoever opens the folder says why it cannot be read
		}
		for _, e := range entries {
			if e.Type()&(os.ModeSymlink|os.ModeIrregular) == 0 {
				continue
			}
			if real, err := filepath.EvalSymlinks(filepath.Join(dir, e.Name())); err == nil {
				own = append(own, real)
			}
		}
	}
	return own
}
