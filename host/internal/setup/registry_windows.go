package setup

import (
	"errors"

	"golang.org/x/sys/windows/registry"
)

// setKey makes a key of the current user whose default value is path.
func setKey(key, path string) error {
	k, _, err := registry.CreateKey(registry.CURRENT_USER, key, registry.SET_VALUE)
	if err != nil {
		return err
	}
	return errors.Join(k.SetStringValue("", path), k.Close())
}

// deleteKey removes a key; one that is not there is removed already.
func deleteKey(key string) error {
	err := registry.DeleteKey(registry.CURRENT_USER, key)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	return err
}

// keyValue is the default value of a key, "" when there is none.
func keyValue(key string) string {
	k, err := registry.OpenKey(registry.CURRENT_USER, key, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	value, _, err := k.GetStringValue("")
	if errors.Join(err, k.Close()) != nil {
		return ""
	}
	return value
}
