//go:build !linux

package layer

import (
	"context"
	"errors"
)

// Read always fails: this system has no layers.
func Read(context.Context, Config) (Reading, error) { return Reading{}, errors.ErrUnsupported }
