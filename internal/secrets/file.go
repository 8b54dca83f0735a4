package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"handrail/internal/lockfile"
)

// file is an encrypted file of secrets with its key beside it. It keeps secrets
// out of backups of single files and out of searches; it does not keep them
// from a program that runs as the person.
type file struct {
	mu   sync.Mutex // held by who changes the file; readers wait for nobody
	path string
	key  string // the path of the key
}

func newFile(dir string) *file {
	return &file{path: filepath.Join(dir, "secrets.enc"), key: filepath.Join(dir, "secrets.key")}
}

func (f *file) get(name string) (string, error) {
	all, err := f.load()
	if err != nil {
		return "", err
	}
	value, ok := all[name]
	if !ok {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	return value, nil
}

// values are all secrets, by name.
func (f *file) values() (map[string]string, error) { return f.load() }

// exists reports whether there is a file of secrets.
func (f *file) exists() bool {
	_, err := os.Stat(f.path)
	return err == nil
}

// set keeps value under name; an empty value forgets it.
func (f *file) set(name, value string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return alone(filepath.Dir(f.path), func() error {
		all, err := f.load()
		if err != nil {
			return err
		}
		if _, ok := all[name]; !ok && value == "" {
			return nil
		}
		if value == "" {
			delete(all, name)
		} else {
			all[name] = value
		}
		return f.save(all)
	})
}

func (f *file) load() (map[string]string, error) {
	sealed, err := lockfile.Read(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("secrets cannot be read: %w", err)
	}
	gcm, err := f.cipher()
	if err != nil {
		return nil, err
	}
	if len(sealed) < gcm.NonceSize() {
		return nil, f.damaged()
	}
	plain, err := gcm.Open(nil, sealed[:gcm.NonceSize()], sealed[gcm.NonceSize():], nil)
	if err != nil {
		return nil, f.damaged()
	}
	all := map[string]string{}
	if err := json.Unmarshal(plain, &all); err != nil {
		return nil, f.damaged()
	}
	return all, nil
}

func (f *file) damaged() error {
	return fmt.Errorf("the secrets in %s cannot be opened: the file or its key is damaged; move it away and enter your secrets again", f.path)
}

func (f *file) save(all map[string]string) error {
	plain, err := json.Marshal(all)
	if err != nil {
		return err
	}
	gcm, err := f.cipher()
	if err != nil {
		return err
	}
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce) // never fails (crypto/rand)
	return replace(f.path, gcm.Seal(nonce, nonce, plain, nil))
}

// cipher opens the key, and makes one if there is none and nothing sealed.
func (f *file) cipher() (cipher.AEAD, error) {
	key, err := lockfile.Read(f.key)
	if errors.Is(err, fs.ErrNotExist) {
		if _, sealed := os.Stat(f.path); sealed == nil {
			return nil, f.damaged()
		}
		key = make([]byte, 32)
		rand.Read(key)
		err = replace(f.key, key)
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the secrets cannot be read: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, f.damaged()
	}
	return cipher.NewGCM(block)
}

// alone runs change while no other process changes what is in the folder dir.
func alone(dir string, change func() error) error {
	return lockfile.File{Path: filepath.Join(dir, "secrets")}.Change(change)
}

// replace writes a file that only the person can read, whole or not at all. The
// caller is inside alone.
func replace(path string, data []byte) error { return lockfile.Replace(path, data, 0o600) }
