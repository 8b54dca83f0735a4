//go:build unix

package proc

// FindBash finds the bash that scripts run in: the one on the PATH of env,
// else in the usual places. The error is a *StartError that says what to
// install.
func FindBash(env []string) (string, error) {
	if found, err := Look("bash", Getenv(env, "PATH")); err == nil {
		return found, nil
	}
	for _, file := range []string{"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"} {
		if found, err := findProgram(file); err == nil {
			return found, nil
		}
	}
	return "", failure("bash", ErrNotFound, nil, "bash was not found on PATH or in /bin; install the package bash")
}
