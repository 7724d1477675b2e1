package schema

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// readWhole reads one JSON document, strictly, and gives its end.
func readWhole[U text.Unit](src syntax.Source[U]) (end int, fault *syntax.Fault) {
	var (
		state syntax.State
		keys  syntax.KeySet
		words [256 + syntax.TapeSlack]uint64
	)
	r := syntax.NewReader(src, true, syntax.NewTape(words[:]), &state)
	r.CheckKeys(&keys)
	r.Start(0)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	if status == syntax.Failed {
		f := r.Fault()
		return 0, &f
	}
	if rest := syntax.SkipSpace(src, r.End()); rest < src.Len() {
		return 0, &syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}
	}
	return r.End(), nil
}
