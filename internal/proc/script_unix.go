//go:build unix

package proc

import (
	"os"
	"strings"
)

// inlineScript is the longest script, in bytes, that goes as an argument: on
// Linux one argument with its closing NUL has at most 128 KiB.
const inlineScript = 128<<10 - 1

// longScript runs what descriptor 3 holds. It is read before the redirection
// closes the descriptor for the script and all that it starts.
var longScript = []string{"--noprofile", "--norc", "-c", `eval "$(</dev/fd/3)" 3<&-`}

// openScript hands the script over as descriptor 3.
func (p *process) openScript(script string) ([]*os.File, error) {
	read, err := p.feed(strings.NewReader(script))
	if err != nil {
		return nil, err
	}
	p.cmd.ExtraFiles = []*os.File{read}
	return []*os.File{read}, nil
}
