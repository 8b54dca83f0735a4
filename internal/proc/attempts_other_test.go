//go:build unix && !linux

package proc

// helpAttempt is for walls that only Linux has.
func helpAttempt(string) int { return 2 }

func helpWalled() int { return 2 }

func helpHide() int { return 2 }

func helpShare() int { return 2 }

func helpKeep(string) int { return 2 }

func helpFill() int { return 2 }

func helpTalk() int { return 2 }
