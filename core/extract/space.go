package extract

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// skipSpace gives the first offset from i on that is not white space, which
// takes invisible characters in where the Options say so.
func (f *Finder[U]) skipSpace(i int) int {
	i = syntax.SkipSpace(f.src, i)
	if f.opt.Invisible == KeepInvisible {
		return i
	}
	for n := syntax.InvisibleAt(f.src, f.utf8, i); n > 0; n = syntax.InvisibleAt(f.src, f.utf8, i) {
		i = syntax.SkipSpace(f.src, i+n)
	}
	return i
}

// trimEnd takes white space away in front of end.
func (f *Finder[U]) trimEnd(start, end int) int {
	for i := end; ; i = end {
		for end > start && isSpace(f.src.At(end-1)) {
			end--
		}
		if f.opt.Invisible != KeepInvisible {
			// The longest of them in UTF-8 has three bytes.
			for n := 1; n <= 3 && end-n >= start; n++ {
				if syntax.InvisibleAt(f.src, f.utf8, end-n) == n {
					end -= n
					break
				}
			}
		}
		if end == i {
			return end
		}
	}
}

func isSpace(c uint32) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
