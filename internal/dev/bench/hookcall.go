package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// hookRounds is how often a call with a hook and its floor are run in turn.
const hookRounds = 150

// measureHookCall takes the time of a call with one blocking hook, through the
// whole door, beside a bare run of the same script.
func measureHookCall(ctx context.Context, b bench) (lines []line, err error) {
	dir := filepath.Join(b.work, "hooked")
	const script = `command=$(echo $TOOL_INPUT | jq -r '.input.command')
if [[ "$command" =~ ^rm.* ]]; then
echo '{"block": true, "message": "Destructive rm command not allowed"}'
exit 1
fi
echo '{"block": false}'
exit 0
`
	for name, text := range map[string]string{
		"agent/hooks/safety.json":    `{"hooks": [{"id": "block-rm", "type": "pre_tool", "tools": ["read"], "command": "bash scripts/block-dangerous.sh", "blocking": true}]}`,
		"scripts/block-dangerous.sh": script,
		"notes.txt":                  "notes\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return nil, err
		}
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	d, err := openTrusted(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	read := d.call(ctx, "read", map[string]any{"path": "notes.txt"})
	began := time.Now()
	if err := read(); err != nil {
		return nil, err
	}
	first := time.Since(began)
	env := append(handEnv(b.env), `TOOL_INPUT={"tool":"read","input":{"path":"notes.txt"}}`)
	samples, err := turns(hookRounds,
		read,
		func() error { return quiet(ctx, dir, env, "bash", "scripts/block-dangerous.sh") },
	)
	if err != nil {
		return nil, err
	}
	ours, floor := samples[0].median(), samples[1].median()
	return []line{{
		what: "a call with one blocking hook", ours: ours, floor: "bare run of its script", least: floor,
		aim: "within 1.2 times", met: float64(ours) <= 1.2*float64(floor), remark: "adds " + short(ours-floor),
	}, {
		what: "the first of these calls, which opens the room", ours: first, floor: "such a call", least: ours,
		aim: "at most 10 ms more", met: first-ours <= 10*time.Millisecond, remark: "adds " + short(first-ours),
	}}, nil
}
