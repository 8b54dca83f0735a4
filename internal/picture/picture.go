// Package picture says what a picture is by its bytes, and makes smaller copies of pictures. A file of a
// few kilobytes may stand for an enormous picture: nothing is unpacked before its size is known to be bearable.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // Of and Fit know it
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise

	_ "golang.org/x/image/webp" // likewise
)

// MostPixels is how many pixels a picture may have to be drawn.
const MostPixels = 50_000_000

// unpackedMost is how many bytes a picture may need while it is unpacked for a smaller copy.
const unpackedMost = 256 << 20

// A Kind is what a picture is by its bytes.
type Kind struct {
	MIME          string // image/png, image/jpeg, image/gif or image/webp
	Width, Height int    // pixels, as they stand in the file
}

// Of says what a picture is by its first bytes, whatever its name or a server says. ok is false for anything else.
func Of(head []byte) (kind Kind, ok bool) {
	kind, _, ok = look(head)
	return kind, ok
}

func look(head []byte) (Kind, color.Model, bool) {
	c, format, err := image.DecodeConfig(bytes.NewReader(head))
	if err != nil || c.Width <= 0 || c.Height <= 0 {
		return Kind{}, nil, false
	}
	return Kind{MIME: "image/" + format, Width: c.Width, Height: c.Height}, c.ColorModel, true
}

// Drawable reports whether the picture may be drawn as it is.
func (k Kind) Drawable() bool { return k.Width <= MostPixels/k.Height }

// ErrNone is the error of data that is no picture.
var ErrNone = errors.New("it is no PNG, JPEG, GIF or WebP picture that can be read")

// A TooBig is the error of a picture that would take too much memory to be made smaller.
type TooBig struct{ Kind }

// Error implements error.
func (e TooBig) Error() string {
	return fmt.Sprintf("a picture of %d × %d pixels is too big to be made smaller here", e.Width, e.Height)
}

// unpacked is about how many bytes the picture takes while it is unpacked.
func unpacked(kind Kind, model color.Model, data []byte) int {
	each := 4
	switch model {
	case color.GrayModel:
		each = 1
	case color.Gray16Model:
		each = 2
	case color.YCbCrModel, color.CMYKModel, color.NYCbCrAModel:
		if each = 4; progressive(data) {
			each = 16 // its coefficients as well, until the last of them is read
		}
	case color.RGBA64Model, color.NRGBA64Model:
		each = 8
	}
	if kind.Width > unpackedMost/each/kind.Height {
		return unpackedMost + 1
	}
	return kind.Width * kind.Height * each
}
