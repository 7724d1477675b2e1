package tools

import "runtime"

// Release is the version of the engine, and so of the package that holds it.
const Release = "0.1.0"

// Until core/syntax states them, the limits of a text.
const (
	maxDepth  = 512
	maxLength = 1<<28 - 1
)

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

// Limits tells what a text may not exceed.
func Limits(request string) string {
	return Serve(request, func(none) (any, error) {
		return map[string]any{
			"max_depth":  maxDepth,
			"max_length": maxLength,
		}, nil
	})
}
