module github.com/jsonbeacon/jsonbeacon

go 1.26.0
