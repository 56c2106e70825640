package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// threats is how many rows the table has, each by its number.
const threats = 78

// named finds what the table names: tests, fuzz targets and cases.
var named = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+|[0-9]{3}-[a-z0-9-]+)`")

func TestSecurityTableNamesRealTests(t *testing.T) {
	text, err := os.ReadFile("../docs/SECURITY.md")
	check(t, err)
	code := testSources(t)
	for _, match := range named.FindAllStringSubmatch(string(text), -1) {
		name := match[1]
		if strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") {
			if !strings.Contains(code, "func "+name+"(") {
				t.Errorf("there is no %s", name)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join("../testdata/cases", name)); err != nil {
			t.Errorf("there is no case %s", name)
		}
	}
	for n := 1; n <= threats; n++ {
		row := regexp.MustCompile(`(?m)^\| ` + strconv.Itoa(n) + ` \| .+ \| .+ \|$`)
		if len(row.FindAll(text, -1)) != 1 {
			t.Errorf("threat %d has not one row", n)
		}
	}
}

// testSources are all tests of the repository, as one text.
func testSources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, root := range []string{".", "../build"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		check(t, err)
	}
	return all.String()
}
