package snapshot

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
)

// sealLimit is how many bytes a content may have that is kept sealed: it is held in memory.
const sealLimit = 64 << 20

// A sealer is the key of contents that may hold secrets; an empty one keeps none.
type sealer []byte

// keyed hashes contents that may hold secrets: what is guessed cannot be compared with it.
func (s sealer) keyed() hash.Hash { return hmac.New(sha256.New, s) }

// seal encrypts what is stored of a content. The hash is bound to it: no other sealed
// content can be put in its place.
func (s sealer) seal(k sum, plain []byte) ([]byte, error) {
	a, err := s.aead()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, a.NonceSize(), a.NonceSize()+len(plain)+a.Overhead())
	_, _ = rand.Read(nonce) // it never fails
	return a.Seal(nonce, nonce, plain, k[:]), nil
}

func (s sealer) unseal(k sum, stored []byte) ([]byte, error) {
	a, err := s.aead()
	if err != nil {
		return nil, err
	}
	if len(stored) < a.NonceSize() {
		return nil, errors.New("a sealed content is damaged")
	}
	plain, err := a.Open(nil, stored[:a.NonceSize()], stored[a.NonceSize():], k[:])
	if err != nil {
		return nil, errors.New("a sealed content is damaged, or was sealed with another key")
	}
	return plain, nil
}

func (s sealer) aead() (cipher.AEAD, error) {
	if len(s) != 32 {
		return nil, errors.New("there is no key for files that may hold secrets")
	}
	block, err := aes.NewCipher(s)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// randomID names a pack, or a user of the store.
func randomID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
