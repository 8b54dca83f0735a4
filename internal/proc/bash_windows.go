package proc

import "path/filepath"

// FindBash finds the bash that comes with Git for Windows. The bash of WSL, in
// the system's folder, is another machine with other files, and is never used
// (docs/spec/12-processes.md). The error is a *StartError that says what to install.
func FindBash(env []string) (string, error) {
	var places []string
	if git, err := Look("git", Getenv(env, "PATH")); err == nil {
		places = append(places, filepath.Dir(filepath.Dir(git))) // Git\cmd\git.exe
	}
	for _, name := range []string{"ProgramFiles", "ProgramFiles(x86)"} {
		if dir := Getenv(env, name); dir != "" {
			places = append(places, filepath.Join(dir, "Git"))
		}
	}
	if dir := Getenv(env, "LOCALAPPDATA"); dir != "" {
		places = append(places, filepath.Join(dir, "Programs", "Git"))
	}
	for _, dir := range places {
		if found, err := findProgram(filepath.Join(dir, "bin", "bash.exe")); err == nil {
			return found, nil
		}
	}
	return "", failure("bash", ErrNotFound, nil, "the bash of Git for Windows was not found; install Git from https://git-scm.com, or put its cmd folder on PATH")
}
