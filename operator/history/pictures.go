package history

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"handrail/internal/picture"
	"handrail/internal/spool"
	"handrail/tools"
)

// How much the folder of pictures holds.
const (
	keptPictures = 500
	keptBytes    = 512 << 20
)

// mostPictureBytes is how big the file of a picture may be that is shown.
const mostPictureBytes = 20 << 20

// A Picture is an image of a result.
type Picture struct {
	MIME          string // by what it is, not by what a server says: image/png, image/jpeg, image/gif or image/webp
	Data          []byte
	Width, Height int // pixels
}

// KeepPicture keeps a picture of a result for the window and names it; "" is what
// is no picture, and is not kept.
func (l *Log) KeepPicture(p tools.Part) (string, error) {
	if !strings.HasPrefix(p.MIME, "image/") {
		return "", nil
	}
	id, w, err := l.pictures.Create()
	if err != nil {
		return "", err
	}
	_, err = w.Write(p.Data)
	if err = errors.Join(err, w.Close()); err != nil {
		return "", errors.Join(err, l.pictures.Remove(id))
	}
	return id, nil
}

// Picture is a picture that the record of a call names. It is kept for a week at
// most; the error is spool.ErrGone if it is not there. What is no picture, has more
// than 20 MiB or more than 50 million pixels is an error.
func (l *Log) Picture(id string) (Picture, error) {
	data, err := l.pictures.Bytes(id, mostPictureBytes)
	if errors.Is(err, spool.ErrGone) {
		return Picture{}, noPicture{}
	}
	if err != nil {
		return Picture{}, err
	}
	kind, ok := picture.Of(data)
	switch {
	case !ok:
		return Picture{}, errors.New("this is no picture that can be shown: PNG, JPEG, GIF and WebP can")
	case !kind.Drawable():
		return Picture{}, fmt.Errorf("this picture has %d × %d pixels, and at most %d million are shown", kind.Width, kind.Height, picture.MostPixels/1_000_000)
	}
	return Picture{MIME: kind.MIME, Data: data, Width: kind.Width, Height: kind.Height}, nil
}

// noPicture is the error of a picture that is not kept, or not any more.
type noPicture struct{}

// Error implements error.
func (noPicture) Error() string { return "it is no longer stored: pictures are deleted after a week" }

// Unwrap says which error it is to callers that ask for the store's.
func (noPicture) Unwrap() error { return spool.ErrGone }

// DropPicture deletes a picture of a result. One that is gone is left alone.
func (l *Log) DropPicture(id string) error {
	if err := l.pictures.Remove(id); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, spool.ErrGone) {
		return err
	}
	return nil
}
