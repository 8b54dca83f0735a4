package history

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // Picture measures it
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io/fs"
	"strings"

	"handrail/internal/spool"
	"handrail/tools"
)

// How much the folder of pictures holds.
const (
	keptPictures = 500
	keptBytes    = 512 << 20
)

// What of a picture is shown: a small file may stand for an enormous picture.
const (
	mostPictureBytes  = 20 << 20
	mostPicturePixels = 50_000_000
)

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
	p := measured(data)
	switch {
	case p.MIME == "":
		return Picture{}, errors.New("this is no picture that can be shown: PNG, JPEG, GIF and WebP can")
	case p.Width <= 0 || p.Height <= 0 || p.Width > mostPicturePixels/p.Height:
		return Picture{}, fmt.Errorf("this picture has %d × %d pixels, and at most %d million are shown", p.Width, p.Height, mostPicturePixels/1_000_000)
	}
	return p, nil
}

// noPicture is the error of a picture that is not kept, or not any more.
type noPicture struct{}

// Error implements error.
func (noPicture) Error() string { return "it is no longer stored: pictures are deleted after a week" }

// Unwrap says which error it is to callers that ask for the store's.
func (noPicture) Unwrap() error { return spool.ErrGone }

// measured says by the first bytes what picture data is. Without a MIME it is none.
func measured(data []byte) Picture {
	if c, format, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		return Picture{MIME: "image/" + format, Data: data, Width: c.Width, Height: c.Height}
	}
	w, h := webpSize(data)
	if w == 0 {
		return Picture{}
	}
	return Picture{MIME: "image/webp", Data: data, Width: w, Height: h}
}

// webpSize is the size of a WebP picture in pixels, of its three kinds; 0: it is
// none.
func webpSize(data []byte) (w, h int) {
	if len(data) < 30 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(data[12:16]) {
	case "VP8 ": // after the frame's tag and its mark: 14 bits each
		return int(le.Uint16(data[26:]) & 0x3fff), int(le.Uint16(data[28:]) & 0x3fff)
	case "VP8L": // after one byte: 14 bits each, less 1
		bits := le.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X": // 24 bits each, less 1
		return int(le.Uint32(data[24:])&0xffffff) + 1, int(le.Uint32(data[26:])>>8) + 1
	}
	return 0, 0
}

// DropPicture deletes a picture of a result. One that is gone is left alone.
func (l *Log) DropPicture(id string) error {
	if err := l.pictures.Remove(id); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, spool.ErrGone) {
		return err
	}
	return nil
}
