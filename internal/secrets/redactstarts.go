package secrets

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// control is the letter that stands for a character behind a backslash; "" if none does.
func control(c byte) string {
	switch c {
	case '\n':
		return "n"
	case '\t':
		return "t"
	case '\r':
		return "r"
	}
	return ""
}

// escapedStarts are the beginnings of a value whose characters are escaped: those
// that the value itself does not begin with.
func escapedStarts(value string) []string {
	first, size := utf8.DecodeRuneInString(value)
	starts := []string{`\u0`, `\\u`, `\\\`, `\\x`, "&#x", "&#X", fmt.Sprintf("&#%c", fmt.Sprint(first)[0]), "&#0", "&am", "%25"}
	if first > 0x7f {
		for _, u := range utf16.AppendRune(nil, first)[:1] {
			starts = append(starts, fmt.Sprintf(`\u%x`, u>>12), fmt.Sprintf(`\u%X`, u>>12))
		}
	}
	for _, hex := range []string{fmt.Sprintf("%02x", value[0]), fmt.Sprintf("%02X", value[0])} {
		starts = append(starts, "%"+hex, `\x`+hex[:1])
	}
	if size == 1 && !isAlnum(value[0]) { // what is escaped where letters are not
		second := value[min(1, len(value)-1)]
		for _, begin := range []string{`\` + value[:1], value[:1] + value[:1]} {
			starts = append(starts, begin+string(rune(second)), begin+`\`, begin+value[:1], begin+"&", begin+"%")
		}
		starts = append(starts, "&lt", "&gt", "&qu", "&ap", `\`+value[:1]+`"`)
		switch value[0] {
		case '\n':
			starts = append(starts, `\n`+string(rune(second)), `\n\`)
		case '\t':
			starts = append(starts, `\t`+string(rune(second)), `\t\`)
		}
	}
	// a sign among the first three is escaped where the letters before it are not
	for at := 1; at < min(3, len(value)); at++ {
		if isAlnum(value[at]) {
			continue
		}
		for _, sign := range []string{`\`, "&", "%", `"`, "'"} {
			if start := value[:at] + sign; len(start) == 3 {
				starts = append(starts, start)
			} else {
				for _, next := range []string{`\`, "&", "%", "#", "a", "l", "g", "q", "2", "3", "5", "7", `"`, "'", "u", "x", control(value[at]), value[at : at+1], value[at+1 : min(at+2, len(value))]} {
					if next != "" {
						starts = append(starts, start+next[:1])
					}
				}
			}
		}
	}
	kept := starts[:0]
	for _, s := range starts {
		if len(s) == 3 {
			kept = append(kept, s)
		}
	}
	return kept
}
