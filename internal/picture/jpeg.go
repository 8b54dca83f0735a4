package picture

import (
	"bytes"
	"encoding/binary"
)

// progressive reports whether data is a JPEG that is written in passes.
func progressive(data []byte) bool {
	found := false
	segments(data, func(marker byte, _ []byte) bool {
		found = marker == 0xC2 // SOF2
		return !found
	})
	return found
}

// orientation is how the camera was held, as EXIF in a JPEG notes it; 1, which is upright, where nothing is noted.
func orientation(data []byte) int {
	how := 1
	segments(data, func(marker byte, content []byte) bool {
		tiff, ok := bytes.CutPrefix(content, []byte("Exif\x00\x00"))
		if marker != 0xE1 || !ok { // APP1
			return true
		}
		how = orientationIn(tiff)
		return false
	})
	return how
}

// segments gives the segments of a JPEG before its picture to visit, until that returns false.
func segments(data []byte, visit func(marker byte, content []byte) bool) {
	if len(data) < 2 || data[0] != 0xFF || data[1] != 0xD8 {
		return
	}
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		marker := data[at+1]
		if marker == 0xFF { // a filler
			at++
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == 0xDA || length < 2 || at+2+length > len(data) || !visit(marker, data[at+4:at+2+length]) {
			return
		}
		at += 2 + length
	}
}

// orientationIn reads tag 0x0112 of the first directory of a TIFF.
func orientationIn(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			return int(order.Uint16(entries[8:]))
		}
		entries = entries[12:]
	}
	return 1
}
