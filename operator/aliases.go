package operator

import "handrail/operator/settings"

// The names of settings while their users move to rooms of their own.
type (
	Settings       = settings.Settings
	ModelSettings  = settings.Models
	Provider       = settings.Provider
	ToolSettings   = settings.Tools
	RuleSettings   = settings.Rules
	SpaceSettings  = settings.Space
	LimitSettings  = settings.Limits
	ServerSettings = settings.Server
	Words          = settings.Words
	Dirs           = settings.Dirs
	Environ        = settings.Environ
)
