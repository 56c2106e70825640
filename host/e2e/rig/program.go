package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// FormPage is the page of testdata that the documentation is about.
const FormPage = "form.html"

// Main is the main of a program that measures or pictures Candid in a browser
// of its own.
func Main(name string, run func(context.Context, *Rig) error) {
	if err := inRig(context.Background(), run); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

func inRig(ctx context.Context, run func(context.Context, *Rig) error) (err error) {
	r, err := Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return run(ctx, r)
}
