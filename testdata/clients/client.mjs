// node client.mjs METHOD [PARAMS]: one call over the Unix socket, standard library only.
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { homedir } from 'node:os'
const home = process.env.CANDID_HOME ?? homedir() + '/.local/state/candid'
const socketPath = `${home}/run/${readdirSync(home + '/run').find((name) => name.endsWith('.sock'))}`
const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'Candid-Agent': 'node' }
const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: process.argv[2], params: JSON.parse(process.argv[3] ?? '{}') }))
request({ socketPath, headers }).on('upgrade', (_, door, head) => {
  const size = Buffer.alloc(8); size.writeBigUInt64BE(BigInt(body.length))
  door.write(Buffer.concat([Buffer.of(0x81, 0xff), size, Buffer.alloc(4), body])) // one text frame; a mask of zeros
  let got = head
  door.on('data', (data) => {
    got = Buffer.concat([got, data])
    const long = { 126: 2, 127: 8 }[got[1]] ?? 0
    const length = long ? Number('0x' + got.subarray(2, 2 + long).toString('hex')) : got[1]
    if (got.length >= 2 + long + length) { console.log(got.subarray(2 + long, 2 + long + length).toString()); door.end() }
  })
}).end()
