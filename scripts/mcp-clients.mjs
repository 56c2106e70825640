// node mcp-clients.mjs CACHE BINARY PORT: the official TypeScript SDKs' clients,
// that of the handshake era and that of the newer one, and the MCP Inspector
// list and call every tool over stdio and HTTP.
// scripts/test-mcp fetches them and starts the browser.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const [cache, binary, port] = process.argv.slice(2)
const require = createRequire(join(cache, 'package.json'))
const older = {
  ...require('@modelcontextprotocol/sdk/client/index.js'),
  ...require('@modelcontextprotocol/sdk/client/stdio.js'),
  ...require('@modelcontextprotocol/sdk/client/streamableHttp.js'),
}
const newer = { ...require('@modelcontextprotocol/client'), ...require('@modelcontextprotocol/client/stdio') }
const run = promisify(execFile)
const home = process.env.CANDID_HOME
const token = readFileSync(join(home, 'door', 'key'), 'utf8').trim()
const endpoint = `http://127.0.0.1:${port}/mcp`
const html = `<!doctype html><title>Clients</title><label>Name <input id="n"></label><button onclick="document.title='got '+n.value">Send</button><button onclick="alert('Sure?')">Warn</button>`

const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
await new Promise((done) => page.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${page.address().port}/`

let failures = 0
function check(name, met, seen) {
  console.log(`${met ? 'ok  ' : 'FAIL'} ${name}`)
  if (!met) {
    failures++
    console.log(seen)
  }
}

// script calls every tool once and more; call returns a tool result.
async function script(name, list, call) {
  const tools = await list()
  check(`${name}: lists ten tools`, tools.length === 10, tools)
  const used = new Set()
  const use = async (tool, args, expect) => {
    used.add(tool)
    const result = await call(tool, args)
    const text = (result.content ?? []).map((part) => part.text ?? part.type).join('\n')
    check(`${name}: ${tool} ${JSON.stringify(args)}`, expect(text, result.structuredContent ?? {}, result), text)
    return { text, facts: result.structuredContent ?? {} }
  }
  await use('browser_status', {}, (_, facts) => facts.browsers.length === 1)
  const { facts: opened } = await use('browser_navigate', { url }, (_, facts) => facts.loaded)
  const tab = opened.tab
  await use('browser_tabs', {}, (_, facts) => facts.tabs.some((one) => one.tab === tab))
  const { text } = await use('browser_snapshot', { tab }, (text, facts) => facts.complete && facts.count.controls === 3 && text.includes('textbox "Name"'))
  const ref = (control) => new RegExp(`(@e\\d+) ${control}`).exec(text)[1]
  await use('browser_find', { tab, text: 'Send' }, (_, facts) => facts.matches === 1)
  const actions = [{ do: 'fill', ref: ref('textbox "Name"'), value: 'Ada' }, { do: 'click', ref: ref('button "Send"') }]
  await use('browser_act', { tab, actions, diff: true }, (text, facts) => facts.steps.length === 2 && text.includes('Ada'))
  await use('browser_snapshot', { tab }, (text) => text.includes('got Ada'))
  await use('browser_wait_for', { tab, text: 'Name' }, (_, facts) => facts.met)
  await use('browser_screenshot', { tab }, (_, facts, result) => facts.width > 0 && result.content.some((part) => part.type === 'image' && part.data.length > 1000))
  await use('browser_act', { tab, actions: [{ do: 'click', ref: ref('button "Warn"') }] }, (_, facts) => facts.steps[0].dialog === 'alert')
  await use('browser_snapshot', { tab }, (_, facts, result) => result.isError && facts.error.code === 'dialog_open' && facts.error.hint.includes('browser_handle_dialog'))
  await use('browser_handle_dialog', { tab, accept: true }, (_, facts) => facts.steps[0].action === 'dialog')
  await use('browser_handoff', { tab, reason: 'a test that nobody answers', timeoutMs: 500 }, (_, facts, result) => result.isError || facts.granted === false)
  await use('browser_act', { tab, actions: [{ do: 'click', ref: '@e9999' }] }, (_, facts, result) => result.isError && /_ref$/.test(facts.error.code) && facts.error.hint !== '')
  await use('browser_tabs', { action: 'close', tab }, (_, facts) => facts.steps[0].action === 'close')
  check(`${name}: every tool was called`, used.size === 10, [...used])
}

async function withSDK(name, sdk) {
  const over = {
    stdio: new sdk.StdioClientTransport({ command: binary, args: ['mcp'], env: { ...process.env, CANDID_HOME: home } }),
    HTTP: new sdk.StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }),
  }
  for (const [carrier, transport] of Object.entries(over)) {
    const client = new sdk.Client({ name: `${name}-${carrier}`, version: '1' })
    await client.connect(transport)
    await script(`${name} over ${carrier}`, async () => (await client.listTools()).tools, (tool, args) => client.callTool({ name: tool, arguments: args }))
    await client.close()
  }
}

// The Inspector's command line starts anew for every call. --strict fails on a
// schema that some client could not take.
async function withInspector(name, target, options) {
  const entry = join(cache, 'node_modules', '@modelcontextprotocol', 'inspector')
  const { bin } = JSON.parse(readFileSync(join(entry, 'package.json'), 'utf8'))
  const inspect = async (...args) => {
    const command = [join(entry, bin['mcp-inspector']), '--cli', ...target, ...args, ...options]
    try {
      const { stdout } = await run(process.execPath, command, { env: { ...process.env, CANDID_HOME: home }, maxBuffer: 1 << 26 })
      return JSON.parse(stdout)
    } catch (failed) {
      // A tool that failed ends the command with a code; its result is printed all the same.
      if (failed.stdout?.trimStart().startsWith('{')) return JSON.parse(failed.stdout)
      throw new Error(failed.stderr || failed.message)
    }
  }
  const list = async () => (await inspect('--method', 'tools/list', '--strict')).tools
  const call = (tool, args) => {
    const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`])
    return inspect('--method', 'tools/call', '--tool-name', tool, ...pairs)
  }
  await script(`Inspector over ${name}`, list, call)
}

const headers = { Authorization: 'Bearer ' + token }
await withSDK('SDK 1', older)
await withSDK('SDK 2', newer)
await withInspector('stdio', [binary, 'mcp'], ['-e', 'CANDID_HOME=' + home])
await withInspector('HTTP', [endpoint], ['--transport', 'http', '--header', 'Authorization: ' + headers.Authorization])
page.close()
page.closeAllConnections()
console.log(failures ? `${failures} failures` : 'all passed')
process.exit(failures ? 1 : 0)
