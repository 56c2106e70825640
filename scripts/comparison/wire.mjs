// The two carriers that the comparison speaks itself: MCP over stdio, and
// WebSocket over a Unix socket or loopback TCP. They are written here, small,
// so that no tool is charged for somebody else's client.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'

// Calls pairs requests with answers by id.
class Calls {
  #last = 0
  #waiting = new Map()
  ask(send, message) {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      send(JSON.stringify({ ...message, id }))
    })
  }
  answer(message) {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    if (message.error) waiting.reject(new Error(JSON.stringify(message.error)))
    else waiting.resolve(message.result)
  }
  fail(error) {
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

// lines calls back for every line; a message of megabytes is joined once.
export function lines(stream, each) {
  let parts = []
  stream.on('data', (data) => {
    let from = 0
    for (let end; (end = data.indexOf(10, from)) >= 0; from = end + 1) {
      parts.push(data.subarray(from, end))
      const line = parts.length === 1 ? parts[0] : Buffer.concat(parts)
      parts = []
      if (line.length) each(line.toString())
    }
    if (from < data.length) parts.push(data.subarray(from))
  })
}

// startMCP starts a server and shakes hands.
export async function startMCP(command, args, options) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options })
  const calls = new Calls()
  lines(child.stdout, (line) => calls.answer(JSON.parse(line)))
  child.on('exit', (code) => calls.fail(new Error(`${command} ended with ${code}`)))
  const send = (text) => child.stdin.write(text + '\n')
  const call = (method, params) => calls.ask(send, { jsonrpc: '2.0', method, params })
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'comparison', version: '1' } })
  send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  return {
    pid: child.pid,
    list: () => call('tools/list', {}),
    // use calls a tool and returns its text; a failed tool throws.
    async use(name, args = {}) {
      const result = await call('tools/call', { name, arguments: args })
      const text = result.content.filter((part) => part.type === 'text').map((part) => part.text).join('\n')
      if (result.isError) throw new Error(`${name}: ${text.slice(0, 300)}`)
      return text
    },
    stop: () => ended(child, () => child.stdin.end()),
  }
}

// ended asks a child to end, and kills it if it does not.
function ended(child, ask) {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((done) => {
    const impatient = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.on('exit', () => (clearTimeout(impatient), done()))
    ask()
  })
}

// connect opens a WebSocket. where is {socketPath} or {host, port, path}; extra
// is said in every message (CDP refuses JSON-RPC's own version).
export function connect(where, headers = {}, extra = { jsonrpc: '2.0' }) {
  return new Promise((resolve, reject) => {
    const handshake = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': randomBytes(16).toString('base64') }
    const asked = request({ ...where, headers: { ...handshake, ...headers } })
    asked.on('error', reject)
    asked.on('response', (response) => reject(new Error(`no WebSocket there: ${response.statusCode}`)))
    asked.on('upgrade', (_, socket, head) => resolve(overSocket(socket, head, extra)))
    asked.end()
  })
}

// overSocket speaks JSON-RPC, as Candid does, and CDP, which looks the same.
function overSocket(socket, head, extra) {
  const calls = new Calls()
  const listeners = []
  socket.setNoDelay(true)
  const send = (text) => socket.write(frame(Buffer.from(text), 1))
  readFrames(socket, head, (kind, data) => {
    if (kind === 9) return socket.write(frame(data, 10))
    if (kind !== 1) return
    const message = JSON.parse(data.toString())
    if (message.id === undefined) listeners.forEach((each) => each(message))
    else calls.answer(message)
  })
  socket.on('close', () => calls.fail(new Error('the connection closed')))
  socket.on('error', (error) => calls.fail(error))
  return {
    call: (method, params = {}, sessionId = undefined) => calls.ask(send, { ...extra, method, params, sessionId }),
    on: (listener) => listeners.push(listener),
    close: () => socket.destroy(),
  }
}

// frame masks with zeros, which the protocol permits and which costs nothing.
function frame(data, kind) {
  const n = data.length
  const size = n < 126 ? Buffer.of(0x80 | n) : n < 65536 ? Buffer.of(0xfe, n >> 8, n & 255) : Buffer.alloc(9, 0xff)
  if (size.length === 9) size.writeBigUInt64BE(BigInt(n), 1)
  return Buffer.concat([Buffer.of(0x80 | kind), size, Buffer.alloc(4), data])
}

// readFrames calls back for every whole message. Frames from a server are not
// masked; a message may come in several.
function readFrames(socket, head, each) {
  let parts = head.length ? [head] : []
  let have = head.length
  let need = 2
  let message = []
  const feed = () => {
    while (have >= need) {
      const all = parts.length === 1 ? parts[0] : Buffer.concat(parts)
      const short = all[1] & 127
      const extra = short === 127 ? 8 : short === 126 ? 2 : 0
      const length = all.length < 2 + extra ? 0 : extra === 8 ? Number(all.readBigUInt64BE(2)) : extra === 2 ? all.readUInt16BE(2) : short
      need = 2 + extra + length
      parts = [all]
      if (have < need) continue
      message.push(all.subarray(2 + extra, need))
      if (all[0] & 0x80) {
        const kind = all[0] & 15
        each(kind || 1, Buffer.concat(message))
        message = []
      }
      parts = all.length > need ? [all.subarray(need)] : []
      have -= need
      need = 2
    }
  }
  socket.on('data', (data) => {
    parts.push(data)
    have += data.length
    feed()
  })
  feed()
}
