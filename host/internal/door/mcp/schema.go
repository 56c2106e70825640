package mcp

import (
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// maxSteps is a batch's limit, as protocol.BatchParams states it.
const maxSteps = 20

// enums are the arguments that take one of a few words, by tool and argument.
// The host checks them; here they tell the model what there is.
var enums = map[string]map[string][]any{
	"browser_tabs":     {"action": {"list", "open", "close", "activate"}},
	"browser_navigate": {"go": {"back", "forward", "reload"}},
	"browser_snapshot": {"view": {"outline", "controls", "content", "page"}, "preset": {"compact", "full", "wide", "head"}},
	"browser_act":      {"input": {"trusted", "dom"}},
}

// verbs are the steps of browser_act. Those that have a tool of their own
// (navigate, dialog, close …) are accepted too, and not advertised twice.
var verbs = []any{"click", "dblclick", "rightclick", "hover", "check", "uncheck", "fill", "type",
	"press", "select", "scroll", "drag", "upload", "wait"}

// schemaOf makes the input schema of a tool from its arguments.
func schemaOf[In any](tool string) (*jsonschema.Schema, error) {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", tool, err)
	}
	schema.AdditionalProperties = nil // decode refuses unknown arguments; saying so ten times costs 300 bytes
	for name, values := range enums[tool] {
		schema.Properties[name].Enum = values
		schema.Properties[name].Type = "" // the enum says it
	}
	if actions := schema.Properties["actions"]; actions != nil {
		*actions = *stepsSchema()
	}
	return schema, nil
}

// stepsSchema describes protocol.Step by hand: value may be one string or a
// list, and the verb decides what it means.
func stepsSchema() *jsonschema.Schema {
	text := func(description string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Description: description}
	}
	step := &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"do":        {Enum: verbs},
			"ref":       text("@e5 or CSS; type without ref: where the focus is"),
			"value":     {Types: []string{"string", "array"}, Items: &jsonschema.Schema{Type: "string"}, Description: "fill/type text; press key (Control+A); select options; upload files; scroll \"DX,DY\", top, bottom"},
			"to":        text("drag target ref"),
			"text":      text("wait for text"),
			"untilText": text("scroll until it appears"),
			"secret":    {Type: "boolean", Description: "never echo value"},
		},
		PropertyOrder: []string{"do", "ref", "value", "to", "text", "untilText", "secret"},
		Required:      []string{"do"},
	}
	return &jsonschema.Schema{Type: "array", Items: step}
}
