package tools

import (
	"fmt"
	"runtime"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Release is the version of the engine, and so of the package that holds it.
const Release = "0.1.0"

type none struct{}

// Version tells which engine this is and what built it.
func Version(request string) string {
	return Serve(request, func(none) (any, error) {
		return map[string]string{
			"version": Release,
			"go":      runtime.Version(),
			"os":      runtime.GOOS,
			"arch":    runtime.GOARCH,
		}, nil
	})
}

// Limits tells what a text may not exceed, and the codes and reasons that an error can have.
func Limits(request string) string {
	return Serve(request, func(none) (any, error) {
		return map[string]any{
			"max_depth":  syntax.MaxDepth,
			"max_length": syntax.MaxLength,
			"text_bytes": candidates.MaxBytes,
			"codes":      names(syntax.Codes()),
			"reasons":    names(syntax.Reasons()),
		}, nil
	})
}

// names leaves out the value that stands for no error.
func names[T fmt.Stringer](list []T) []string {
	var out []string
	for _, v := range list {
		if s := v.String(); s != "" {
			out = append(out, s)
		}
	}
	return out
}
