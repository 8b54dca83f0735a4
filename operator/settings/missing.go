package settings

import (
	"errors"

	"handrail/internal/secrets"
	"handrail/tools"
)

// AdviseSecret returns err with what the person can do about it, if a secret is not
// set.
func AdviseSecret(err error) error {
	if missing, ok := errors.AsType[*secrets.NotSetError](err); ok {
		return tools.Advise(tools.Action{Kind: tools.SetSecret, Subject: missing.Name}, "%w", err)
	}
	return err
}
