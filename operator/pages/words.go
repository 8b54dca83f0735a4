package pages

// A Tongue says our own texts in the language of the person.
type Tongue interface {
	// Own is a text that is given in English, with its arguments as fmt has them.
	Own(english string, args ...any) string
	// Code names the language, as HTML does.
	Code() string
}

// english is the tongue of whoever names none: terminals.
type english struct{}

func (english) Own(text string, _ ...any) string { return text }
func (english) Code() string                     { return "en" }

// A hold is why nothing of what a session shows is shown: "" if nothing keeps it back.
type hold string

// Why something is not shown.
const (
	heldGone   hold = "gone"   // its file is not there any more
	heldBack   hold = "back"   // the person has not approved it as it is
	heldUnread hold = "unread" // its space can't be read
	heldApp    hold = "app"    // the space whose server it is of is not trusted
)

// say is what the person reads in the place of the document.
func (h hold) say(t Tongue) string {
	switch h {
	case heldGone:
		return t.Own("This page is gone: its file was removed.")
	case heldBack:
		return t.Own("This page is held back until you have looked at it in Handrail. If you approve it, it loads again.")
	case heldUnread:
		return t.Own("This page can't be shown: the folder of its space can't be read.")
	case heldApp:
		return t.Own("This app is held back: its space is not trusted.")
	}
	return ""
}

// wrapperWords are the wrapper's own.
func wrapperWords(t Tongue) map[string]string {
	return map[string]string{
		"opening":   t.Own("Opening…"),
		"closed":    t.Own("This page is closed. Open it again in Handrail."),
		"elsewhere": t.Own("This page tried to go elsewhere, which pages can't, so it was closed. Open it again in Handrail."),
	}
}
