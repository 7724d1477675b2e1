// Package tests_go tests the engine from outside: laws that hold for every text,
// tables of cases, and the cost by counting.
//
// What a text must give is said by package oracle; testdata is shared with the
// tests of the Python package.
package tests_go
