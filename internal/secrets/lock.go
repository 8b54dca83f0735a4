package secrets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// lockWait is how long a change waits for those of other processes.
const lockWait = 10 * time.Second

// lock waits until no other process or goroutine holds the lock at path, and
// holds it until release is called. The system takes it back from a process that
// ends. The file stays: who removes it takes the lock from those who wait.
func lock(ctx context.Context, path string) (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		taken, err := tryLock(f)
		if taken {
			return func() { _ = f.Close() }, nil // closing lets go
		}
		if err != nil {
			_ = f.Close()
			return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			_ = f.Close()
			return nil, fmt.Errorf("another Handrail holds %s: %w", path, ctx.Err())
		}
	}
}

// alone runs change while no other process changes what is in the folder dir.
func alone(dir string, change func() error) error {
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	release, err := lock(ctx, filepath.Join(dir, "secrets.lock"))
	if err != nil {
		return err
	}
	defer release()
	return change()
}
