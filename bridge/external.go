package bridge

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"handrail/internal/builtins"
	"handrail/tools"
)

type externalInput struct {
	URL  string `json:"url,omitempty" doc:"A page (http, https) or a mail to write (mailto)" maxlen:"4096"`
	Path string `json:"path,omitempty" doc:"A document or folder of the space, absolute or relative to it" maxlen:"4096"`
}

func newExternal(c SourceConfig) (tools.Tool, error) {
	about := info("open_external", "Open in another program", "link",
		"Open a web page, a mail to write, a document or a folder in the person's own program for it: the browser, the mail program, a viewer. Give either url or path. The person is asked each time. It does not wait, and does not say what they did there.",
		c.Dialogs.opener.Available())
	about.SideEffect, about.Confirm, about.Danger, about.Local = true, true, tools.Moderate, false
	about.Out = builtins.OutAddress
	return tools.Define[externalInput, string](about, func(_ context.Context, call tools.Call, in externalInput) (tools.Act[string], error) {
		if (in.URL == "") == (in.Path == "") {
			return tools.Act[string]{}, tools.Errorf(tools.InvalidArgs, "give either url or path")
		}
		if in.URL != "" {
			return openURL(c, in.URL)
		}
		return openPath(c, call, in.Path)
	})
}

// openURL settles the opening of a page or a mail.
func openURL(c SourceConfig, address string) (tools.Act[string], error) {
	u, err := checkURL(address)
	if err != nil {
		return tools.Act[string]{}, err
	}
	p := tools.Preview{
		Detail: address, Effects: []tools.Effect{{Kind: tools.EffectRun, Target: c.Dialogs.opener.Program()}},
	}
	if u.Scheme == "mailto" {
		p = p.Titled(tools.Say(tools.TitleBeginMail, oneLine(u.Opaque, 100))).Asking(tools.Say(tools.AskMail))
	} else {
		p = p.Titled(tools.Say(tools.TitleOpenPage, oneLine(u.Host, 100))).Asking(tools.Say(tools.AskPage))
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectReach, Target: u.Host})
	}
	return tools.Act[string]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (string, error) {
		if err := c.Dialogs.opener.Open(ctx, address); err != nil {
			return "", fmt.Errorf("open %s: %w", u.Scheme, err)
		}
		return "Opened in the person's own program.", nil
	}}, nil
}

// openPath settles the opening of a document or folder.
func openPath(c SourceConfig, call tools.Call, name string) (tools.Act[string], error) {
	real, err := openable(c, call, name)
	if err != nil {
		return tools.Act[string]{}, err
	}
	p := tools.Preview{
		Detail: real, Once: true,
		Effects: []tools.Effect{{Kind: tools.EffectRead, Target: real}, {Kind: tools.EffectRun, Target: c.Dialogs.opener.Program()}},
	}.Titled(tools.Say(tools.TitleOpenFile, oneLine(filepath.Base(real), 100))).Asking(tools.Say(tools.AskOpened))
	if slices.Contains(active(), strings.ToLower(filepath.Ext(real))) {
		p = p.Asking(tools.Say(tools.AskScripts))
	}
	return tools.Act[string]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (string, error) {
		// A dialog may stand for minutes: the name must still lead there.
		if now, err := openable(c, call, real); err != nil || now != real {
			return "", tools.Errorf(tools.InvalidPath, "%s is not what it was when the person was asked; try again", real)
		}
		if err := c.Dialogs.opener.Open(ctx, real); err != nil {
			return "", fmt.Errorf("open %s: %w", real, err)
		}
		return "Opened in the person's own program.", nil
	}}, nil
}

// checkURL refuses what could be more than the address of a page or a mail.
func checkURL(address string) (*url.URL, error) {
	bad := func(why string) (*url.URL, error) {
		return nil, tools.Errorf(tools.InvalidArgs, "this URL is not opened: %s", why)
	}
	if at := strings.IndexFunc(address, func(r rune) bool { return !inURL(r) }); at >= 0 {
		return bad("it holds a character that no URL has; write it as % and two digits, and a host's name in Punycode")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return bad("it cannot be read")
	case u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "mailto":
		return bad("it must begin with https:, http: or mailto:; a file is opened by path")
	case u.Scheme == "mailto" && u.Opaque == "":
		return bad("it names nobody to write to")
	case u.Scheme != "mailto" && (u.Hostname() == "" || u.Opaque != ""):
		return bad("it names no host")
	case u.User != nil:
		return bad("it holds a user name, behind which the real host is easily missed")
	}
	if u.Scheme != "mailto" {
		return u, nil
	}
	fields, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return bad("its fields cannot be read")
	}
	for field := range fields {
		if !slices.Contains([]string{"to", "cc", "bcc", "subject", "body", "in-reply-to"}, strings.ToLower(field)) {
			return bad("a mail has the fields to, cc, bcc, subject and body here; some programs attach files by others")
		}
	}
	return u, nil
}

// inURL reports whether a URL may hold the character (RFC 3986).
func inURL(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r < 0x80 && strings.ContainsRune("-._~:/?#[]@!$&'()*+,;=%", r)
}

// openable is the real path of a document or folder within the roots that other
// programs show and do not run.
func openable(c SourceConfig, call tools.Call, name string) (string, error) {
	real, err := c.Within(call, name)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(real)
	if err != nil {
		return "", tools.Errorf(tools.FileNotFound, "there is no %s", real)
	}
	ext := strings.ToLower(filepath.Ext(real))
	switch {
	case info.IsDir() && (runtime.GOOS != "darwin" || ext == ""): // there a folder with an extension may be a program
		return real, nil
	case info.Mode().IsRegular() && (slices.Contains(documents(), ext) || slices.Contains(active(), ext)):
		return real, nil
	}
	return "", tools.Errorf(tools.PermissionDenied, "%s is not opened: only folders and documents are (%s), because anything else could be run; open its folder, and tell the person what to look for", real, strings.Join(append(documents(), active()...), " "))
}

// documents are what a program shows, by the extension of the name.
func documents() []string {
	return []string{
		".txt", ".md", ".log", ".csv", ".tsv", ".json", ".yaml", ".yml", ".toml", ".diff", ".patch", ".pdf", ".epub", ".rtf",
		".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".avif",
		".mp3", ".wav", ".flac", ".ogg", ".m4a", ".mp4", ".webm", ".mov", ".mkv",
		".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp",
	}
}

// active are documents that may hold scripts, which a browser runs.
func active() []string { return []string{".html", ".htm", ".svg"} }
