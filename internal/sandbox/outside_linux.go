package sandbox

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Sockets lists the unix sockets of this machine that have a file: each is a
// way to a program outside.
func Sockets() []string {
	f, err := os.Open("/proc/net/unix")
	if err != nil {
		return nil
	}
	defer f.Close()
	var paths []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.SplitN(lines.Text(), " ", 8) // "...: Num RefCount Protocol Flags Type St Inode Path"
		path := strings.TrimSpace(fields[len(fields)-1])
		if _, after, ok := strings.Cut(path, " "); ok { // the inode is padded
			path = after
		}
		if filepath.IsAbs(path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Resolver is what /etc/resolv.conf says in a room with this network.
func Resolver(n Network) string {
	if n.Mode == On {
		if text, err := os.ReadFile("/etc/resolv.conf"); err == nil {
			return string(text)
		}
	}
	return "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n"
}

// LoopbackPorts lists the TCP ports of this machine's loopback addresses on
// which somebody listens.
func LoopbackPorts() []int {
	var ports []int
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(raw)) {
			fields := strings.Fields(line)
			if len(fields) < 4 || fields[3] != "0A" { // listening
				continue
			}
			address, port, ok := strings.Cut(fields[1], ":")
			n, err := strconv.ParseUint(port, 16, 16)
			if ok && err == nil && isOwnAddress(address) {
				ports = append(ports, int(n))
			}
		}
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}

// isOwnAddress reports whether an address of /proc/net/tcp, hexadecimal words in
// this machine's order, is loopback or any.
func isOwnAddress(hex string) bool {
	switch {
	case strings.Trim(hex, "0") == "":
		return true // any
	case len(hex) == 8:
		return strings.HasSuffix(hex, "7F") // 127.0.0.0/8, little-endian
	}
	return hex == "00000000000000000000000001000000" || strings.HasPrefix(hex, "0000000000000000FFFF0000") && strings.HasSuffix(hex, "7F")
}

// HasRooms says that this system can make rooms.
const HasRooms = true
