package programs

// A Completion says which files a program takes in the place of one that it is given, where that is not there: by an
// ending that it adds, or in the folder of that name.
type Completion struct {
	Ends     []string // in the order in which it looks
	Inside   []string // likewise
	Manifest bool     // the folder's package.json names one first
}

// None reports whether a program takes exactly the file that it is given.
func (c Completion) None() bool { return len(c.Ends)+len(c.Inside) == 0 }

// CompletionOf is how a program, by its name without a folder, completes the name of a file with code.
func CompletionOf(name string) Completion {
	for _, name := range []string{name, Usual(name)} {
		if c := completionOf(name); !c.None() {
			return c
		}
	}
	return Completion{}
}

func completionOf(name string) Completion {
	plain := []string{".js", ".json", ".node", ".ts", ".cts", ".mts"}
	typed := []string{".tsx", ".jsx", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", ".node", ".coffee"}
	switch name {
	case "node", "nodejs", "nodemon":
		return Completion{Ends: plain, Inside: indexes(plain), Manifest: true}
	case "bun", "tsx", "ts-node", "ts-node-esm", "ts-node-script", "deno", "vite-node", "esno", "jiti", "babel-node", "zx", "swc-node":
		return Completion{Ends: typed, Inside: indexes(typed), Manifest: true}
	case "python", "python2", "python3", "pypy", "pypy3", "jython":
		return Completion{Inside: []string{"__main__.py", "__main__.pyc"}}
	case "coffee":
		return Completion{Ends: []string{".coffee", ".litcoffee"}}
	case "groovy":
		return Completion{Ends: []string{".groovy", ".gvy", ".gy", ".gsh"}}
	case "runghc", "ghc":
		return Completion{Ends: []string{".hs", ".lhs"}}
	case "gawk", "awk":
		return Completion{Ends: []string{".awk"}}
	case "tex", "latex", "pdflatex", "xelatex", "lualatex", "pdftex", "luatex":
		return Completion{Ends: []string{".tex"}}
	}
	return Completion{}
}

// indexes are the files that stand for a folder.
func indexes(ends []string) (names []string) {
	for _, end := range ends {
		names = append(names, "index"+end)
	}
	return names
}
