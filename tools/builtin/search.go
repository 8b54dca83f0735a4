package builtin

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"regexp/syntax"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"handrail/internal/confine"
	"handrail/internal/ignore"
	"handrail/internal/schema"
)

const (
	// searchChunk is how many bytes the regular expression engine gets at once:
	// it copies them, once for each line that matches.
	searchChunk = 64 << 10
	// shortChunk is which part of what an engine can do in a moment a chunk is: between two of them
	// a search that was cancelled ends.
	shortChunk = 8
	// longestLine is how many times as long a line may be, which is searched at once.
	longestLine = 10
	// fewLiteral is how many lines may hold the literal in vain before it is no
	// longer looked for first.
	fewLiteral = 32
)

// A searcher finds the lines of a text that match a pattern. It is safe for
// concurrent use.
type searcher struct {
	literal *finder        // the whole pattern, if it is a literal
	need    *finder        // a literal that each match contains; nil if none is known
	re      *schema.Regexp // nil if there is a literal
	chunk   int            // how many bytes re gets at once, but for longer lines
	long    atomic.Int64   // lines that re would be busy with for too long, left out
	atEnd   bool           // the end of a line matters: \r\n counts as one
}

// newSearcher compiles a pattern. Matches lie within a line: the expression is
// rewritten so that nothing in it matches a line end, and ^ $ \A \z stand for
// the ends of the line. So a whole text can be searched at once.
func newSearcher(pattern string, ignoreCase bool) (*searcher, error) {
	if _, err := schema.NewPattern(pattern); err != nil {
		return nil, err
	}
	flags := syntax.PerlX | syntax.UnicodeGroups
	if ignoreCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is not valid RE2: %w", pattern, err)
	}
	withinLine(tree)
	if tree.Op == syntax.OpLiteral && exact(tree) {
		return &searcher{literal: newFinder(string(tree.Rune))}, nil
	}
	re, err := schema.Compile(tree.String(), false)
	if err != nil {
		return nil, err
	}
	s := &searcher{re: re, chunk: max(min(searchChunk, re.Most()/shortChunk), 1), atEnd: has(tree, syntax.OpEndLine)}
	if lit := required(tree); lit != "" {
		s.need = newFinder(lit)
	}
	return s, nil
}

// has reports whether an expression contains an operation.
func has(re *syntax.Regexp, op syntax.Op) bool {
	return re.Op == op || slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return has(sub, op) })
}

// withinLine keeps an expression from matching line ends.
func withinLine(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpAnyChar:
		re.Op = syntax.OpAnyCharNotNL
	case syntax.OpBeginText:
		re.Op = syntax.OpBeginLine
	case syntax.OpEndText:
		re.Op = syntax.OpEndLine
		re.Flags &^= syntax.WasDollar
	case syntax.OpLiteral:
		if slices.Contains(re.Rune, '\n') {
			re.Op, re.Rune = syntax.OpNoMatch, nil
		}
	case syntax.OpCharClass:
		re.Rune = withoutLineEnd(re.Rune)
		if len(re.Rune) == 0 {
			re.Op = syntax.OpNoMatch
		}
	}
	for _, sub := range re.Sub {
		withinLine(sub)
	}
}

// withoutLineEnd takes the line end out of the ranges of a class.
func withoutLineEnd(ranges []rune) []rune {
	var kept []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if lo > '\n' || hi < '\n' {
			kept = append(kept, lo, hi)
			continue
		}
		if lo < '\n' {
			kept = append(kept, lo, '\n'-1)
		}
		if hi > '\n' {
			kept = append(kept, '\n'+1, hi)
		}
	}
	return kept
}

// exact reports whether a literal matches itself only.
func exact(re *syntax.Regexp) bool {
	if re.Flags&syntax.FoldCase == 0 {
		return true
	}
	return !slices.ContainsFunc(re.Rune, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

// required returns the longest literal that is in every match, or "".
func required(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if exact(re) {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		best := ""
		for _, sub := range re.Sub {
			if lit := required(sub); len(lit) > len(best) {
				best = lit
			}
		}
		return best
	}
	return ""
}

// A span is a line: data[start:end], without its line end.
type span struct{ start, end int }

// lines returns the first lines of data that match, at most most; fewer once ctx is done.
func (s *searcher) lines(ctx context.Context, data []byte, most int) []span {
	if len(data) == 0 {
		return nil
	}
	switch {
	case s.literal != nil:
		return s.literalLines(data, most)
	case s.need != nil:
		return s.neededLines(ctx, data, most)
	}
	return s.chunks(ctx, data, 0, most, nil)
}

func (s *searcher) literalLines(data []byte, most int) []span {
	var found []span
	for at := 0; len(found) < most; {
		i := s.literal.index(data[at:])
		if i < 0 {
			break
		}
		l := lineAround(data, at+i)
		found = append(found, l)
		at = min(l.end+1, len(data))
	}
	return found
}

// neededLines asks the engine only about lines that hold the literal, as long
// as that pays.
func (s *searcher) neededLines(ctx context.Context, data []byte, most int) []span {
	var found []span
	vain := 0
	for at := 0; len(found) < most && at < len(data) && ctx.Err() == nil; {
		i := s.need.index(data[at:])
		if i < 0 {
			return found
		}
		l := lineAround(data, at+i)
		if s.tooLong(l) {
			at = l.end + 1
			continue
		}
		if s.re.Match(data[l.start:l.end]) {
			found = append(found, l)
		} else if vain++; vain > fewLiteral {
			return s.chunks(ctx, data, min(l.end+1, len(data)), most, found)
		}
		at = l.end + 1
	}
	return found
}

// chunks searches data from a line's start on, a few lines at a time.
func (s *searcher) chunks(ctx context.Context, data []byte, from, most int, found []span) []span {
	for from < len(data) && len(found) < most && ctx.Err() == nil {
		end := min(from+s.chunk, len(data))
		if i := bytes.IndexByte(data[end:], '\n'); end < len(data) && i >= 0 {
			end += i + 1
		} else if end < len(data) {
			end = len(data)
		}
		if last := bytes.LastIndexByte(data[from:min(from+s.chunk, end)], '\n'); last >= 0 && end-from > s.chunk {
			end = from + last + 1 // the line that goes on is searched by itself
		}
		if s.tooLong(span{start: from, end: end}) {
			from = end
			continue
		}
		for from < end && len(found) < most && ctx.Err() == nil {
			loc := s.re.FindIndex(data[from:end])
			if loc == nil || from+loc[0] == end && data[end-1] == '\n' {
				break
			}
			l := lineAround(data, from+loc[0])
			found = append(found, l)
			from = l.end + 1
		}
		from = max(from, end)
	}
	return found
}

// tooLong counts a line that would keep the engine busy for too long.
func (s *searcher) tooLong(l span) bool {
	if l.end-l.start <= longestLine*s.re.Most() {
		return false
	}
	s.long.Add(1)
	return true
}

// lineAround is the line that position at lies in.
func lineAround(data []byte, at int) span {
	l := span{start: bytes.LastIndexByte(data[:at], '\n') + 1, end: len(data)}
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		l.end = at + i
	}
	return l
}

// A tree is a walk over the files below a folder, as glob and grep do it.
type tree struct {
	start   confine.Path
	respect bool // leave out what .gitignore excludes
	depth   int  // folders below start that are entered; < 0: all
	visit   func(*confine.Folder, fs.DirEntry) error

	unreadable atomic.Int64 // folders that could not be read
}

// walk calls visit for each file and link, from several goroutines. What lies
// in .git is never visited.
func (f *files) walk(ctx context.Context, t *tree) error {
	start := ignore.At()
	if t.respect {
		start = f.ignoringAt(t.start)
	}
	return f.roots.Walk(ctx, t.start, confine.Walk{
		Enter: func(folder *confine.Folder) error {
			deep := t.depth >= 0 && depthOf(folder.Rel) >= t.depth
			folder.Entries = slices.DeleteFunc(folder.Entries, func(e fs.DirEntry) bool {
				return e.Name() == ".git" || deep && e.IsDir()
			})
			if t.respect {
				ignore.Enter(folder, start)
			}
			return nil
		},
		Visit: t.visit,
		Skip:  func(string, error) { t.unreadable.Add(1) },
	})
}

// depthOf is how many folders below the start rel is.
func depthOf(rel string) int {
	if rel == "." {
		return 0
	}
	return strings.Count(rel, "/") + 1
}
