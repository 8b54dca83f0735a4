package proc

import (
	"errors"
	"os"
)

// inlineScript is the longest script, in bytes, that goes as an argument: a
// whole command line has at most 32,767 UTF-16 units, quoting included.
const inlineScript = 8 << 10

// longScript is completed by the name of a temporary file.
var longScript = []string{"--noprofile", "--norc"}

// openScript hands the script over as a temporary file, since Windows hands no
// further descriptors to a program.
func (p *process) openScript(script string) ([]*os.File, error) {
	f, err := os.CreateTemp("", "handrail-*.sh")
	if err != nil {
		return nil, err
	}
	p.temporary = f.Name()
	_, err = f.WriteString(script)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	p.cmd.Args = append(p.cmd.Args, f.Name())
	return nil, nil
}
