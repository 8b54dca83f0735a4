package frame

import (
	"encoding/json"
	"os"
	"path/filepath"

	"handrail/internal/lockfile"
)

const placeName = "window.json"

// A Place is where a window was, and what it showed.
type Place struct {
	Width     int    `json:"width,omitempty"`
	Height    int    `json:"height,omitempty"`
	X         int    `json:"x,omitempty"`
	Y         int    `json:"y,omitempty"`
	Set       bool   `json:"set,omitempty"` // X and Y say something
	Maximised bool   `json:"maximised,omitempty"`
	Page      string `json:"page,omitempty"` // as the page names it
}

// The sizes of a window, in pixels.
const (
	StartWidth  = 1280 // of the first window
	StartHeight = 800
	LeastWidth  = 600 // a page has room in it, and the sidebar over that
	LeastHeight = 520
	mostSide    = 20_000 // larger than any screen
)

// ReadPlace reads where the last window of a data folder was. What cannot be read, or makes no sense, is where one begins.
func ReadPlace(data string) Place {
	var p Place
	raw, err := os.ReadFile(filepath.Join(data, placeName))
	if err != nil || json.Unmarshal(raw, &p) != nil {
		p = Place{}
	}
	if p.Width < LeastWidth || p.Height < LeastHeight || p.Width > mostSide || p.Height > mostSide {
		p.Width, p.Height, p.Set = StartWidth, StartHeight, false
	}
	return p
}

// Write keeps the place for the next window.
func (p Place) Write(data string) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return lockfile.Replace(filepath.Join(data, placeName), raw, 0o600)
}

// How much of a window must be on the screen, so that it can be taken hold of.
const holdWidth, holdHeight = 120, 40

// Fit makes the place one that can be seen on a screen: no larger than it, and with enough of it in sight. One that is not is put in the middle.
func (p Place) Fit(width, height int) Place {
	if width <= 0 || height <= 0 {
		return p
	}
	p.Width, p.Height = max(min(p.Width, width), min(LeastWidth, width)), max(min(p.Height, height), min(LeastHeight, height))
	if p.X < holdWidth-p.Width || p.X > width-holdWidth || p.Y < 0 || p.Y > height-holdHeight {
		p.Set = false
	}
	return p
}
