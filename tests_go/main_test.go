package tests_go

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the laws make many small values and keep none
	os.Exit(m.Run())
}
