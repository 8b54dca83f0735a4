package main

import (
	"encoding/base64"

	"handrail/operator"
)

// What crosses for skills and for the pictures of results, and what fills it;
// frontend/src/backend/skill-views.ts says what each field means.

// SkillView is a skill, or a file that cannot be one.
type SkillView struct {
	Name         string              `json:"name"`
	Description  string              `json:"description"`
	Version      string              `json:"version"`
	Triggers     []string            `json:"triggers"`
	AllowedTools []string            `json:"allowedTools"`
	Variables    []SkillVariableView `json:"variables"`
	File         string              `json:"file"`
	Size         int                 `json:"size"`
	State        string              `json:"state"`
	Why          string              `json:"why"`
	Notes        []string            `json:"notes"`
	Line         string              `json:"line"`
	NoLine       string              `json:"noLine"`
	Agents       []string            `json:"agents"`
}

// SkillVariableView is what a skill's text leaves open.
type SkillVariableView struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PictureView is a picture of a result.
type PictureView struct {
	MIME   string `json:"mime"`
	Data   string `json:"data"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

func skillView(k operator.SkillLine) SkillView {
	return SkillView{
		Name: k.Name, Description: k.Description, Version: k.Version, Triggers: append([]string{}, k.Triggers...), AllowedTools: append([]string{}, k.AllowedTools...),
		Variables: each(k.Variables, func(v operator.SkillVariable) SkillVariableView { return SkillVariableView(v) }), File: k.File, Size: k.Size,
		State: string(k.State), Why: sentence(k.Reason), Notes: each(k.Notes, sentence), Line: k.Line, NoLine: sentence(k.NoLine), Agents: append([]string{}, k.Agents...),
	}
}

func pictureView(p operator.Picture) PictureView {
	return PictureView{MIME: p.MIME, Data: base64.StdEncoding.EncodeToString(p.Data), Width: p.Width, Height: p.Height}
}
