package operator

import (
	"io"

	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
)

// openSecrets makes the store of secrets and what keeps their values out of
// everything that is written or told (docs/spec/02-settings.md). Neither reads
// anything yet: the keychain may ask the person, and is read with the first
// secret that is needed.
func (o *Operator) openSecrets() {
	o.redact = secrets.NewRedactor(func() {
		o.redact.AddEnv(o.c.Environ.Vars, o.looksSecret)
		o.secrets.Learn()
	})
	o.secrets = secrets.Open(o.c.Dirs.Data, func(name, value string) { o.redact.Add(name, value) })
}

// looksSecret reports whether a variable of the person's environment holds a
// secret. The person's own name and folder are none, whatever they are called.
func (o *Operator) looksSecret(name, value string) bool {
	return value != o.c.Home && value != o.c.Environ.User() && looks.Secret(name, value)
}

// told makes known what a program's author gives it under a name that looks
// secret, wherever it came from.
func (o *Operator) told(name, value string) {
	o.redact.AddEnv([]string{name + "=" + value}, o.looksSecret)
}

// Redact returns text without the person's secrets: for what a face prints that
// does not come from the journal, such as an error.
func (o *Operator) Redact(text string) string { return o.redact.Text(text) }

// Redacting returns a writer to w that takes the person's secrets out of what it
// is given. The caller closes it, which writes what was held back.
func (o *Operator) Redacting(w io.Writer) io.WriteCloser { return o.redact.Stream(w) }
