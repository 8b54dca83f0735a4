package tools

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
)

// Digest names an act: the same parts in the same order give the same name,
// and nothing else does. Parts are the tool, the rendered text or argv, the
// resolved program, the folder and EnvDigest of the environment
// (docs/spec/11-guard.md).
func Digest(parts ...string) string {
	h := sha256.New()
	var size [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// EnvDigest is a keyed hash of an environment, order ignored: another database
// address is another act, and the address itself cannot be guessed from it. What a
// shell says of itself and of where it stands does not count: it is another in each
// terminal, and the folder of an act is in its digest.
func EnvDigest(key []byte, env []string) string {
	h := hmac.New(sha256.New, key)
	var size [8]byte
	for _, kv := range slices.Sorted(slices.Values(env)) {
		switch name, _, _ := strings.Cut(kv, "="); name {
		case "_", "SHLVL", "PWD", "OLDPWD":
			continue
		}
		binary.BigEndian.PutUint64(size[:], uint64(len(kv)))
		h.Write(size[:])
		h.Write([]byte(kv))
	}
	return hex.EncodeToString(h.Sum(nil))
}
