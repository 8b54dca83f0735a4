package reference

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// areas are the folders of build/attack, and what is attacked in each.
func areas() [][2]string {
	return [][2]string{
		{"asking", "Questions"}, {"files", "File tools, and Handrail's own work on files"}, {"git", "Git"}, {"hooks", "Hooks"}, {"mcp", "MCP servers and clients"},
		{"network", "The network"}, {"rules", "Rules, and how commands are judged"}, {"secrets", "Secrets"}, {"terminal", "The terminal"}, {"trust", "Trust"},
		{"values", "Values in commands"}, {"walls", "The room around programs"}, {"open", "Not held"},
	}
}

// attacksPage lists every attack, by who does what. Its text is the comment that each begins with.
func attacksPage(root string) (string, error) {
	folder := filepath.Join(root, "build", "attack")
	if err := knowAreas(folder); err != nil {
		return "", err
	}
	var b strings.Builder
	all := 0
	for _, area := range areas() {
		scripts, err := filepath.Glob(filepath.Join(folder, area[0], "*.sh"))
		if err != nil {
			return "", err
		}
		all += len(scripts)
		fmt.Fprintf(&b, "\n## %s\n\n", area[1])
		if area[0] == "open" {
			b.WriteString("These succeed. [SECURITY.md](../../SECURITY.md) names each among what is not held.\n\n")
		}
		b.WriteString("| attack | who does what |\n|---|---|\n")
		slices.Sort(scripts)
		for _, file := range scripts {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			about := beginning(string(text))
			if about == "" {
				return "", fmt.Errorf("%s does not begin with a comment that says who does what", file)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".sh")
			fmt.Fprintf(&b, "| [%s](../../build/attack/%s/%s.sh) | %s |\n", name, area[0], name, cell(about))
		}
	}
	return fmt.Sprintf(`# Attacks

`+"`make attack`"+` plays these %d attacks against the built program, as an ordinary user: [how](../../build/attack/README.md).
[SECURITY.md](../../SECURITY.md) says what each of them may not get.
%s`, all, b.String()), nil
}

// beginning is the comment that a script begins with, as one text.
func beginning(script string) string {
	var words []string
	for line := range strings.Lines(script) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	return strings.Join(words, " ")
}

// knowAreas fails if a folder of attacks is no area.
func knowAreas(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && !slices.ContainsFunc(areas(), func(area [2]string) bool { return area[0] == e.Name() }) {
			return fmt.Errorf("%s is no area: give it a title in areas", filepath.Join(folder, e.Name()))
		}
	}
	return nil
}
