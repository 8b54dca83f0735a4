package history_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"handrail/internal/spool"
	"handrail/journal"
	"handrail/operator/history"
	"handrail/operator/operatortest"
	"handrail/tools"
)

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreKeptByWhatTheyAre(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	var asJPEG, asGIF bytes.Buffer
	if err := errors.Join(jpeg.Encode(&asJPEG, image.NewGray(image.Rect(0, 0, 5, 4)), nil), gif.Encode(&asGIF, image.NewGray(image.Rect(0, 0, 3, 2)), nil)); err != nil {
		t.Fatal(err)
	}
	webp := func(kind string, rest ...byte) []byte {
		le := binary.LittleEndian
		chunk := append(le.AppendUint32([]byte("WEBP"+kind), uint32(len(rest))), rest...)
		return append(le.AppendUint32([]byte("RIFF"), uint32(len(chunk))), chunk...)
	}
	huge := pngOf(t, 1, 1)
	copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // it says that it has 65,536 × 65,536
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for name, c := range map[string]struct {
		said string
		data []byte
		want history.Picture // without its data; no MIME: it is not shown
	}{
		"png":              {"image/png", pngOf(t, 7, 6), history.Picture{MIME: "image/png", Width: 7, Height: 6}},
		"another name":     {"image/svg+xml", pngOf(t, 7, 6), history.Picture{MIME: "image/png", Width: 7, Height: 6}},
		"jpeg":             {"image/jpeg", asJPEG.Bytes(), history.Picture{MIME: "image/jpeg", Width: 5, Height: 4}},
		"gif":              {"image/gif", asGIF.Bytes(), history.Picture{MIME: "image/gif", Width: 3, Height: 2}},
		"webp":             {"image/webp", webp("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 9, 0, 8, 0), history.Picture{MIME: "image/webp", Width: 9, Height: 8}},
		"webp, lossless":   {"image/webp", webp("VP8L", 0x2f, 8, 0xc0, 1, 0), history.Picture{MIME: "image/webp", Width: 9, Height: 8}},
		"webp, with more":  {"image/webp", webp("VP8X", 0, 0, 0, 0, 8, 0, 0, 7, 0, 0), history.Picture{MIME: "image/webp", Width: 9, Height: 8}},
		"svg":              {"image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), history.Picture{}},
		"a page":           {"image/png", []byte("<html></html>"), history.Picture{}},
		"enormous":         {"image/png", huge, history.Picture{}},
		"nothing":          {"image/png", nil, history.Picture{}},
		"webp, cut":        {"image/webp", []byte("RIFF\x00\x00\x00\x00WEBPVP8 "), history.Picture{}},
		"webp, of no kind": {"image/webp", webp("ALPH"), history.Picture{}},
	} {
		t.Run(name, func(t *testing.T) {
			id, err := b.O.History().KeepPicture(tools.Part{MIME: c.said, Data: c.data})
			if err != nil || id == "" {
				t.Fatalf("%q, %v", id, err)
			}
			got, err := b.O.History().Picture(id)
			if (err == nil) != (c.want.MIME != "") || got.MIME != c.want.MIME || got.Width != c.want.Width || got.Height != c.want.Height {
				t.Errorf("%s %d × %d, %v", got.MIME, got.Width, got.Height, err)
			}
			if err == nil && !bytes.Equal(got.Data, c.data) {
				t.Error("it is another picture")
			}
		})
	}
	if id, err := b.O.History().KeepPicture(tools.Part{MIME: "audio/wav", Data: []byte("x")}); id != "" || err != nil {
		t.Errorf("a sound is kept as %q, %v", id, err)
	}
	for _, id := range []string{"", "../x", "aaaaaaaaaa"} {
		if _, err := b.O.History().Picture(id); !errors.Is(err, spool.ErrGone) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// The record of a call names the picture that came out, and the window has it.
func TestAPictureOfAResultIsShown(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	data := pngOf(t, 4, 3)
	if err := os.WriteFile(filepath.Join(b.Dir, "a.png"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	calls := b.Agent()
	_, result, err := calls.Call(t.Context(), "read", json.RawMessage(`{"path":"a.png"}`), tools.Scope{})
	if err != nil || result.Error != nil || len(result.Parts) != 1 {
		t.Fatalf("%+v, %v", result, err)
	}
	var kept []journal.PartData
	err = b.O.History().EachEvent(t.Context(), calls.Run(), func(e journal.Event) error {
		if e.Kind != journal.Finished {
			return nil
		}
		var d journal.FinishedData
		err := json.Unmarshal(e.Data, &d)
		kept = append(kept, d.Parts...)
		return err
	})
	if err != nil || len(kept) != 1 || kept[0].MIME != "image/png" || kept[0].Size != len(data) {
		t.Fatalf("%+v, %v", kept, err)
	}
	if p, err := b.O.History().Picture(kept[0].Kept); err != nil || !bytes.Equal(p.Data, data) {
		t.Errorf("%+v, %v", p, err)
	}
}
