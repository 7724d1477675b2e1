package tools

import "github.com/jsonbeacon/jsonbeacon/core/wire"

// RepairJSON mends a text that is one damaged JSON document.
func RepairJSON(request string) string { return serve(request, wire.Repair) }
