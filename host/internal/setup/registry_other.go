//go:build !windows

package setup

import "errors"

// errNoRegistry cannot be met: no table but Windows' has a registry key.
var errNoRegistry = errors.New("this system has no registry")

func setKey(string, string) error { return errNoRegistry }

func deleteKey(string) error { return errNoRegistry }

func keyValue(string) string { return "" }
