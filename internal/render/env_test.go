package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettings(t *testing.T) {
	from := Sources{
		Env: func(name string) (string, bool) {
			v, ok := map[string]string{"DB_URL": "postgres://x?a=$1", "EMPTY": "", "NESTED": "${DB_URL}"}[name]
			return v, ok
		},
		Secret: func(name string) (string, error) {
			if name != "db/main" {
				return "", fmt.Errorf("no secret named %q", name)
			}
			return "hunter2", nil
		},
	}
	for _, tt := range []struct{ text, want, missing string }{
		{"", "", ""},
		{"db/migrations", "db/migrations", ""},
		{"${DB_URL}", "postgres://x?a=$1", ""},
		{"a${DB_URL}b${EMPTY}c", "apostgres://x?a=$1bc", ""},
		{"${secret:db/main}", "hunter2", ""},
		{"${NESTED}", "${DB_URL}", ""}, // a value is not read again
		{"$HOME $1 $$ $", "$HOME $1 $$ $", ""},
		{"$${DB_URL} $$${DB_URL}", "${DB_URL} $${DB_URL}", ""},
		{"${GONE}", "", "${GONE} is not set"},
		{"${GONE}${secret:x}${AWAY}", "", `${GONE}, ${secret:x}, ${AWAY} are not set: no secret named "x"`},
	} {
		s, err := ParseSetting(tt.text)
		if err != nil {
			t.Errorf("ParseSetting(%q): %v", tt.text, err)
			continue
		}
		got, err := s.Resolve(from)
		var missing *MissingError
		if tt.missing != "" && (!errors.As(err, &missing) || err.Error() != tt.missing) || tt.missing == "" && err != nil || got != tt.want {
			t.Errorf("%q: got %q and %v, want %q and %q", tt.text, got, err, tt.want, tt.missing)
		}
	}
	s, err := ParseSetting("${secret:b}${A}${secret:a}${secret:b}")
	if err != nil || !cmp.Equal(s.Secrets(), []string{"b", "a"}) {
		t.Errorf("Secrets() = %q, %v", s.Secrets(), err)
	}
	if _, err := s.Resolve(Sources{Env: from.Env}); err == nil || !strings.Contains(err.Error(), "no store of secrets") {
		t.Errorf("without a store: %v", err)
	}
}

func TestBrokenSettings(t *testing.T) {
	for _, text := range []string{"${", "${A", "${}", "${1A}", "${A B}", "${A:-b}", "${secret:}", "${secret:${A}}", "${secret:a b}", "a ${é} b"} {
		if _, err := ParseSetting(text); err == nil || !strings.Contains(err.Error(), "write ${NAME}") {
			t.Errorf("ParseSetting(%q): %v", text, err)
		}
	}
}

func TestLocale(t *testing.T) {
	for _, tt := range []struct{ env, want []string }{
		{nil, []string{}},
		{[]string{"A=b", "LANG=de_DE.UTF-8"}, []string{"A=b", "LANG=de_DE.UTF-8"}},
		{[]string{"LC_ALL=C", "LANG=zh_CN.GBK"}, []string{"LC_ALL=C", "LANG=zh_CN.GBK"}},
		{[]string{"LANG=de_DE.utf8@euro"}, []string{"LANG=de_DE.utf8@euro"}},
		{[]string{"LANG=zh_CN.GBK"}, []string{"LANG=zh_CN.GBK", "LC_CTYPE=C.UTF-8"}},
		{[]string{"LANG=ja_JP"}, []string{"LANG=ja_JP", "LC_CTYPE=C.UTF-8"}},
		{[]string{"LC_CTYPE=ja_JP.SJIS", "LANG=C"}, []string{"LANG=C", "LC_CTYPE=C.UTF-8"}},
		{[]string{"LC_ALL=zh_TW.Big5", "A=b"}, []string{"LANG=zh_TW.Big5", "A=b", "LC_CTYPE=C.UTF-8"}},
		{[]string{"LC_ALL=zh_TW.Big5", "LANG=C.UTF-8"}, []string{"LANG=C.UTF-8", "LC_CTYPE=C.UTF-8"}},
		{[]string{"LC_ALL=", "LC_CTYPE=", "LANG=en_US.UTF-8"}, []string{"LC_ALL=", "LC_CTYPE=", "LANG=en_US.UTF-8"}},
	} {
		if diff := cmp.Diff(tt.want, Locale(tt.env)); diff != "" {
			t.Errorf("Locale(%q) (-want +got):\n%s", tt.env, diff)
		}
	}
}
