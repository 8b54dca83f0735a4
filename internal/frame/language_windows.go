package frame

import "golang.org/x/sys/windows"

// systemLanguage is the first language that the person has set in Windows.
func systemLanguage() string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil || len(names) == 0 {
		return environLanguage()
	}
	return names[0]
}
