// go run client.go METHOD PARAMS: one call over the Unix socket.
package main

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/gorilla/websocket"
)

func main() {
	sockets := must(filepath.Glob(filepath.Join(os.Getenv("CANDID_HOME"), "run", "*.sock")))
	headers := http.Header{"Candid-Agent": {"go"}}
	door, _, err := websocket.NewClient(must(net.Dial("unix", sockets[0])), &url.URL{Scheme: "ws", Host: "localhost"}, headers, 4096, 4096)
	request := `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`
	must(door, err).WriteMessage(websocket.TextMessage, fmt.Appendf(nil, request, os.Args[1], os.Args[2]))
	_, answer, err := door.ReadMessage()
	fmt.Println(string(must(answer, err)))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
