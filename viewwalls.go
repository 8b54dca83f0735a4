package main

import (
	"fmt"

	"handrail/operator"
)

// What crosses for the pages of walls and jobs, and what fills it;
// frontend/src/backend/walls-views.ts says what each field means.

// WallsView is what stands around the programs of a space.
type WallsView struct {
	Walls      []WallView  `json:"walls"`
	Gaps       []string    `json:"gaps"`
	Readable   []string    `json:"readable"`
	Writable   []string    `json:"writable"`
	Granted    []string    `json:"granted"`
	Network    NetworkView `json:"network"`
	MemoryMiB  int64       `json:"memoryMiB"`
	FileMiB    int64       `json:"fileMiB"`
	Processes  int         `json:"processes"`
	CPUSeconds int64       `json:"cpuSeconds"`
	File       string      `json:"file"`
}

// WallView is one kind of limit.
type WallView struct {
	Name     string `json:"name"`
	Enforced bool   `json:"enforced"`
	Reason   string `json:"reason"`
	Advice   string `json:"advice"`
}

// NetworkView is what programs of a space may reach.
type NetworkView struct {
	Words      []string `json:"words"`
	Own        bool     `json:"own"`
	Shared     []string `json:"shared"`
	Fixed      []string `json:"fixed"`
	Registries []string `json:"registries"`
	Answer     string   `json:"answer"`
	Answered   string   `json:"answered"`
}

// WordProblemView is a word that is no network.
type WordProblemView struct {
	Word string `json:"word"`
	Text string `json:"text"`
}

// JobView is what runs in the background, or has.
type JobView struct {
	ID      string `json:"id"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	Title   string `json:"title"`
	Folder  string `json:"folder"`
	Began   string `json:"began"`
	State   string `json:"state"`
	Why     string `json:"why"`
}

// PieceView is a part of an output.
type PieceView struct {
	Text string `json:"text"`
	Next int64  `json:"next"`
	Size int64  `json:"size"`
	Open bool   `json:"open"`
}

func wallsView(w operator.SpaceWalls) WallsView {
	return WallsView{
		Walls: each(w.Walls, wallView), Gaps: append([]string{}, w.Gaps...), Readable: append([]string{}, w.Readable...), Writable: append([]string{}, w.Writable...),
		Granted: append([]string{}, w.Granted...),
		Network: NetworkView{
			Words: append([]string{}, w.Network...), Own: w.Own, Shared: append([]string{}, w.Shared...), Fixed: append([]string{}, w.Fixed...),
			Registries: append([]string{}, w.Registry...), Answer: w.Answer.Said, Answered: timeText(w.Answer.When),
		},
		MemoryMiB: w.MemoryMiB, FileMiB: w.FileMiB, Processes: w.Processes, CPUSeconds: w.CPUSeconds, File: w.File,
	}
}

func wallView(w operator.Wall) WallView {
	return WallView{Name: w.Name, Enforced: w.Enforced, Reason: w.Reason, Advice: w.Advice}
}

func wordProblemView(p operator.WordProblem) WordProblemView {
	return WordProblemView{Word: p.Word, Text: p.Text}
}

func jobView(j operator.Job) JobView {
	v := JobView{ID: j.ID, Session: j.Session, Tool: j.Tool, Title: j.Title, Folder: j.Folder, Began: timeText(j.Began), State: "running", Why: j.Why}
	switch {
	case j.Running:
	case j.Stopped:
		v.State, v.Why = "stopped", ""
	case j.Why == "" && j.ExitCode == 0:
		v.State = "done"
	default:
		v.State = "failed"
		if v.Why == "" {
			v.Why = fmt.Sprintf("it ended with exit code %d", j.ExitCode)
		}
	}
	return v
}

func pieceView(p operator.Piece) PieceView {
	return PieceView{Text: p.Text, Next: p.Next, Size: p.Size, Open: p.Open}
}
