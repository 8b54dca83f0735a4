package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"sync"

	"golang.org/x/image/draw"
)

// Bounds are what a picture has to fit into.
type Bounds struct {
	Side  int // pixels, each way
	Bytes int // of its file
}

// fits reports whether a picture needs no copy.
func (b Bounds) fits(kind Kind, bytes int) bool {
	return kind.Width <= b.Side && kind.Height <= b.Side && bytes <= b.Bytes
}

// quality is that of a copy as JPEG: letters in it stay sharp.
const quality = 85

// one lets one picture be unpacked at a time: the memory of a few at once would be too much.
var one sync.Mutex

// Fit returns a picture that fits into bounds: data itself if it does, else a smaller copy, the right way up, as PNG where that
// fits and as JPEG where not. Of a picture that moves it is the first one. The error is ErrNone, or TooBig.
func Fit(data []byte, into Bounds) ([]byte, Kind, error) {
	kind, model, ok := look(data)
	switch {
	case !ok:
		return nil, Kind{}, ErrNone
	case into.fits(kind, len(data)):
		return data, kind, nil
	case unpacked(kind, model, data) > unpackedMost:
		return nil, kind, TooBig{kind}
	}
	one.Lock()
	defer one.Unlock()
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, kind, errors.Join(ErrNone, err)
	}
	side := min(into.Side, max(kind.Width, kind.Height))
	for small := upright(scaled(whole, side), orientation(data)); ; small = scaled(small, side) {
		copied, made, err := packed(small, kind.MIME != "image/jpeg", into.Bytes)
		if err != nil || len(copied) <= into.Bytes || side == 1 {
			return copied, made, err
		}
		side = max(1, side*3/4)
	}
}

// packed writes a picture as PNG if that is wanted and has at most some bytes, else as JPEG.
func packed(p *image.RGBA, asPNG bool, most int) ([]byte, Kind, error) {
	kind := Kind{MIME: "image/png", Width: p.Rect.Dx(), Height: p.Rect.Dy()}
	var out bytes.Buffer
	if asPNG {
		if err := png.Encode(&out, p); err != nil {
			return nil, kind, err
		}
		if out.Len() <= most {
			return out.Bytes(), kind, nil
		}
		out.Reset()
	}
	kind.MIME = "image/jpeg"
	if !p.Opaque() {
		paper := image.NewRGBA(p.Rect)
		draw.Draw(paper, p.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(paper, p.Rect, p, p.Rect.Min, draw.Over)
		p = paper
	}
	err := jpeg.Encode(&out, p, &jpeg.Options{Quality: quality})
	return out.Bytes(), kind, err
}

// scaled is a copy of at most side pixels each way. Halving takes the mean of four pixels into each, so that no thin line is lost,
// and needs no memory beside the copy; what is left is less than a half.
func scaled(p image.Image, side int) *image.RGBA {
	w, h := p.Bounds().Dx(), p.Bounds().Dy()
	for max(w, h) >= 2*side && min(w, h) > 1 {
		w, h = w/2, h/2
		p = resized(p, w, h)
	}
	if long := max(w, h); long > side {
		w, h = max(1, w*side/long), max(1, h*side/long)
	}
	return resized(p, w, h)
}

func resized(p image.Image, w, h int) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.ApproxBiLinear.Scale(small, small.Rect, p, p.Bounds(), draw.Src, nil)
	return small
}

// upright turns and mirrors a picture as a camera has noted that it was held: 1 to 8, of EXIF.
func upright(p *image.RGBA, how int) *image.RGBA {
	if how <= 1 || how > 8 {
		return p
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	lying, right, bottom := how >= 5, w-1, h-1
	turned := image.NewRGBA(image.Rect(0, 0, w, h))
	if lying {
		turned = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			toX, toY := x, y
			if how == 2 || how == 3 || how == 7 || how == 8 {
				toX = right - x
			}
			if how == 3 || how == 4 || how == 6 || how == 7 {
				toY = bottom - y
			}
			if lying {
				toX, toY = toY, toX
			}
			turned.SetRGBA(toX, toY, p.RGBAAt(x, y))
		}
	}
	return turned
}
