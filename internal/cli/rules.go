package cli

// rulesCmd is what is denied, asked and allowed.
type rulesCmd struct {
	Replay rulesReplayCmd `cmd:"" help:"What would have become of the recorded calls by the rules and hooks as they are now."`
}
