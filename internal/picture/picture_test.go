package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

func asPNG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// held is a JPEG with a note of its camera's on how it was held, in one of both orders of bytes.
func held(t testing.TB, p image.Image, how uint16, order binary.AppendByteOrder, mark string) []byte {
	t.Helper()
	tiff := order.AppendUint16([]byte(mark), 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, entry := range [][2]uint16{{0x010F, 0}, {0x0112, how}} {
		tiff = order.AppendUint16(tiff, entry[0])
		tiff = order.AppendUint16(tiff, 3)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(tiff, entry[1])
		tiff = order.AppendUint16(tiff, 0)
	}
	content := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(content)+2))
	whole := asJPEG(t, p)
	return bytes.Join([][]byte{whole[:2], segment, content, whole[2:]}, nil)
}

// noise is a picture that no file of few bytes can hold.
func noise(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range p.Pix {
		p.Pix[i] = byte(r.Uint32())
	}
	return p
}

func TestAPictureIsMadeToFit(t *testing.T) {
	var moving bytes.Buffer
	frame := func(c color.Color) *image.Paletted {
		p := image.NewPaletted(image.Rect(0, 0, 300, 100), color.Palette{color.Black, color.White})
		draw.Draw(p, p.Rect, image.NewUniform(c), image.Point{}, draw.Src)
		return p
	}
	if err := gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{frame(color.White), frame(color.Black)}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		into Bounds
		want Kind
	}{
		"wide":                {asPNG(t, image.NewGray(image.Rect(0, 0, 1000, 10))), Bounds{100, 1 << 20}, Kind{"image/png", 100, 1}},
		"one line":            {asPNG(t, image.NewGray(image.Rect(0, 0, 1000, 1))), Bounds{100, 1 << 20}, Kind{"image/png", 100, 1}},
		"high":                {asJPEG(t, image.NewGray(image.Rect(0, 0, 30, 301))), Bounds{100, 1 << 20}, Kind{"image/jpeg", 10, 100}},
		"moving":              {moving.Bytes(), Bounds{150, 1 << 20}, Kind{"image/png", 150, 50}},
		"16 bits":             {asPNG(t, image.NewNRGBA64(image.Rect(0, 0, 20, 20))), Bounds{10, 1 << 20}, Kind{"image/png", 10, 10}},
		"many bytes":          {asPNG(t, noise(100, 100)), Bounds{100, 20_000}, Kind{"image/jpeg", 100, 100}},
		"many bytes, smaller": {asPNG(t, noise(100, 100)), Bounds{100, 3000}, Kind{"image/jpeg", 56, 56}},
		"no room at all":      {asPNG(t, noise(100, 100)), Bounds{100, 1}, Kind{"image/jpeg", 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			data, kind, err := Fit(c.data, c.into)
			if err != nil {
				t.Fatal(err)
			}
			if is, ok := Of(data); kind != c.want || !ok || is != kind {
				t.Errorf("%v, by its bytes %v; want %v", kind, is, c.want)
			}
			if len(data) > c.into.Bytes && kind.Width > 1 {
				t.Errorf("it has %d bytes", len(data))
			}
		})
	}
}

func TestAPictureThatFitsStaysAsItIs(t *testing.T) {
	data := asPNG(t, noise(10, 20))
	got, kind, err := Fit(data, Bounds{20, len(data)})
	if err != nil || &got[0] != &data[0] || kind != (Kind{"image/png", 10, 20}) {
		t.Errorf("%v, %v", kind, err)
	}
}

// TestThinLinesAreNotLost holds that each line of a picture leaves a trace in a copy that is much smaller.
func TestThinLinesAreNotLost(t *testing.T) {
	for line := range 64 {
		p := image.NewGray(image.Rect(0, 0, 64, 64))
		for y := range 64 {
			p.SetGray(line, y, color.Gray{255})
		}
		data, _, err := Fit(asPNG(t, p), Bounds{8, 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		small, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if r, _, _, _ := small.At(line/8, 3).RGBA(); r < 0xffff/12 {
			t.Errorf("line %d is lost: %#x", line, r)
		}
	}
}

// TestAPhotographStandsUpright holds all eight ways to hold a camera: the light quarter is at the top left.
func TestAPhotographStandsUpright(t *testing.T) {
	// Where the light quarter lies in the file, and whether width and height are exchanged.
	for how, light := range map[uint16]image.Point{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {0, 1}, 7: {1, 1}, 8: {1, 0}, 0: {0, 0}, 9: {0, 0}} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			p := image.NewGray(image.Rect(0, 0, 80, 40))
			from := image.Pt(light.X*40, light.Y*20)
			draw.Draw(p, image.Rectangle{from, from.Add(image.Pt(40, 20))}, image.White, image.Point{}, draw.Src)
			data, kind, err := Fit(held(t, p, how, order, mark), Bounds{40, 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			want := Kind{"image/jpeg", 40, 20}
			if how >= 5 && how <= 8 {
				want = Kind{"image/jpeg", 20, 40}
			}
			small, err := jpeg.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			bright := func(x, y int) bool {
				r, _, _, _ := small.At(kind.Width*x/4, kind.Height*y/4).RGBA()
				return r > 0x7fff
			}
			if kind != want || !bright(1, 1) || bright(3, 1) || bright(1, 3) || bright(3, 3) {
				t.Errorf("held %d, %s: %v; top left %v, top right %v, bottom left %v, bottom right %v", how, mark, kind, bright(1, 1), bright(3, 1), bright(1, 3), bright(3, 3))
			}
		}
	}
}

// saying is a picture whose head says that it is as wide and high as that.
func saying(t testing.TB, p image.Image, side uint32) []byte {
	t.Helper()
	data := asPNG(t, p)
	binary.BigEndian.PutUint32(data[16:], side)
	binary.BigEndian.PutUint32(data[20:], side)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func TestAnEnormousPictureIsNotUnpacked(t *testing.T) {
	gray, deep := image.NewGray(image.Rect(0, 0, 1, 1)), image.NewNRGBA64(image.Rect(0, 0, 1, 1))
	for name, c := range map[string]struct {
		data []byte
		big  bool
	}{
		"256 million, one byte each":   {saying(t, gray, 16_385), true},
		"four billion":                 {saying(t, gray, 65_536), true},
		"more than can be counted":     {saying(t, gray, 1<<31-1), false}, // which is no PNG
		"34 million, eight bytes each": {saying(t, deep, 5793), true},
	} {
		_, _, err := Fit(c.data, Bounds{100, 1 << 20})
		if big := errors.As(err, new(TooBig)); err == nil || big != c.big {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := unpacked(Kind{Width: 5792, Height: 5792}, color.NRGBA64Model, nil); n > unpackedMost {
		t.Errorf("33 million, eight bytes each: %d", n)
	}
	kind, ok := Of(saying(t, gray, 7072))
	if !ok || kind.Drawable() {
		t.Errorf("%v can be drawn", kind)
	}
}

func TestWhatIsNoPicture(t *testing.T) {
	whole := asPNG(t, noise(200, 200))
	for name, data := range map[string][]byte{
		"nothing": nil, "a page": []byte("<html></html>"), "svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"cut in its head": whole[:20], "cut": whole[:len(whole)/2], "nothing wide": saying(t, image.NewGray(image.Rect(0, 0, 1, 1)), 0),
	} {
		if _, _, err := Fit(data, Bounds{100, 1 << 20}); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzFit holds that no bytes make Fit fall, and that what it returns fits.
func FuzzFit(f *testing.F) {
	photo := image.NewYCbCr(image.Rect(0, 0, 40, 30), image.YCbCrSubsampleRatio420)
	f.Add(asPNG(f, noise(40, 30)))
	f.Add(held(f, photo, 6, binary.LittleEndian, "II"))
	f.Add(held(f, photo, 3, binary.BigEndian, "MM"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if kind, ok := Of(data); ok && kind.Width > 1_000_000/kind.Height {
			t.Skip("it only takes long")
		}
		into := Bounds{16, 4000}
		got, kind, err := Fit(data, into)
		if err != nil {
			return
		}
		if is, ok := Of(got); !ok || is != kind || !into.fits(kind, len(got)) {
			t.Errorf("%v of %d bytes, by its bytes %v", kind, len(got), is)
		}
	})
}
