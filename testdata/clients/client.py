# python3 client.py METHOD [PARAMS]: one call over the Unix socket, standard library only.
import base64, glob, json, os, socket, struct, sys
home = os.environ.get("CANDID_HOME", os.path.expanduser("~/.local/state/candid"))
door = socket.socket(socket.AF_UNIX)
door.connect(glob.glob(home + "/run/*.sock")[0])
door.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)) + b"\r\nCandid-Agent: python\r\n\r\n")
answers = door.makefile("rb")
while answers.readline().strip(): pass  # the handshake's headers
def call(method, params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    door.sendall(struct.pack(">BBQI", 0x81, 0xFF, len(body), 0) + body)  # one text frame; a mask of zeros
    while True:
        kind, size = answers.read(2)
        size = int.from_bytes(answers.read({126: 2, 127: 8}[size]), "big") if size > 125 else size
        message = answers.read(size)
        if kind == 0x89: door.sendall(b"\x8a\x80\0\0\0\0")  # ping, pong
        elif kind == 0x81 and json.loads(message).get("id") == 1: return json.loads(message)
print(json.dumps(call(sys.argv[1], json.loads((sys.argv[2:] or ["{}"])[0]))))
