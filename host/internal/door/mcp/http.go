package mcp

import (
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessionTimeout ends sessions that send nothing. A shorter one would end
// those of agents that think for long; a longer one keeps those of clients
// that went without saying so.
const sessionTimeout = 30 * time.Minute

// maxBody bounds a request: 20 actions with long texts fit many times over,
// and it is the listener's own message limit.
const maxBody = 1 << 20

// Handler serves streamable HTTP. It checks neither token nor Origin nor Host:
// the listener that mounts it does, for every path alike. The SDK's own
// localhost check stays on beneath it.
func Handler(opts Options) http.Handler {
	server := New(opts)
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Logger:                       opts.Logger,
		SessionTimeout:               sessionTimeout,
		MaxRequestBodyBytes:          maxBody,
		PropagateRequestCancellation: true,
	})
}
