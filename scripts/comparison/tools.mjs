// The tools, each behind the same few calls, each used in its fastest way:
// servers and daemons over a kept connection, a library in this process.
// All are attached to one running Chromium.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { connect, lines, startMCP } from './wire.mjs'

// A tool has: start(), open(url), snapshot(), fill(ref, value), click(ref),
// close() of its tab, stop(); pids() of its own processes; list() if it speaks
// MCP; find, how to take a ref out of a snapshot, as an agent does.

// refOf finds the ref on the line of a snapshot that names a control.
function refOf(snapshot, pattern) {
  const found = pattern.exec(snapshot)
  if (!found) throw new Error(`no ${pattern} in ${snapshot.slice(0, 500)}`)
  return found[1]
}

const version = (at, name) => JSON.parse(readFileSync(join(at.cache, 'node_modules', name, 'package.json'), 'utf8')).version

function playwrightCore(at) {
  const { chromium } = createRequire(join(at.cache, 'package.json'))('playwright-core')
  let browser, page
  return {
    version: version(at, 'playwright-core'),
    start: async () => (browser = await chromium.connectOverCDP(`http://127.0.0.1:${at.port}`)),
    open: async (url) => {
      page = await browser.contexts()[0].newPage()
      await page.goto(url)
    },
    snapshot: () => page.ariaSnapshot({ mode: 'ai', timeout: 0 }),
    find: { field: /textbox "Form title" \[ref=(\w+)\]/, button: /button "Create form" \[ref=(\w+)\]/ },
    fill: (ref, value) => page.locator(`aria-ref=${ref}`).fill(value),
    click: (ref) => page.locator(`aria-ref=${ref}`).click(),
    pids: () => [process.pid],
    close: () => page?.close(),
    stop: () => browser.close(),
  }
}

function playwrightMCP(at) {
  let server
  const scratch = join(at.scratch, 'playwright-mcp')
  return {
    version: version(at, '@playwright/mcp'),
    start: async () => {
      mkdirSync(scratch, { recursive: true })
      const args = [join(at.cache, 'node_modules/@playwright/mcp/cli.js'), '--cdp-endpoint', `http://127.0.0.1:${at.port}`, '--output-dir', scratch]
      server = await startMCP(process.execPath, args, { cwd: scratch })
    },
    open: async (url) => {
      await server.use('browser_tabs', { action: 'new' })
      await server.use('browser_navigate', { url })
    },
    snapshot: () => server.use('browser_snapshot'),
    find: { field: /textbox "Form title".*?\[ref=(\w+)\]/, button: /button "Create form".*?\[ref=(\w+)\]/ },
    fill: (ref, text) => server.use('browser_type', { target: ref, element: 'field', text }),
    click: (ref) => server.use('browser_click', { target: ref, element: 'button' }),
    list: () => server.list(),
    pids: () => [server.pid],
    close: () => server.use('browser_tabs', { action: 'close' }),
    stop: () => server.stop(),
  }
}

function devtoolsMCP(at) {
  let server, pageId
  return {
    version: version(at, 'chrome-devtools-mcp'),
    start: async () => {
      const main = join(at.cache, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js')
      const args = [main, '--browserUrl', `http://127.0.0.1:${at.port}`, '--no-usage-statistics', '--no-performance-crux']
      server = await startMCP(process.execPath, args, { cwd: at.scratch, env: { ...process.env, CI: '1' } })
    },
    open: async (url) => {
      const pages = await server.use('new_page', { url })
      pageId = Number(refOf(pages, /^(\d+): .*\[selected\]/m))
    },
    snapshot: () => server.use('take_snapshot', { pageId }),
    find: { field: /uid=(\S+) textbox "Form title"/, button: /uid=(\S+) button "Create form"/ },
    fill: (uid, value) => server.use('fill', { uid, value, pageId }),
    click: (uid) => server.use('click', { uid, pageId }),
    list: () => server.list(),
    pids: () => [server.pid],
    close: () => server.use('close_page', { pageId }),
    stop: () => server.stop(),
  }
}

// agent-browser's command line talks to a daemon over a socket; so do we.
function agentBrowser(at) {
  const home = join(at.scratch, 'ab')
  const session = 'c' + process.pid
  const binary = join(at.cache, 'node_modules/agent-browser/bin/agent-browser.js')
  const env = { ...process.env, HOME: home, AGENT_BROWSER_SESSION: session }
  let socket, waiting, pid
  const ask = (message) =>
    new Promise((resolve, reject) => {
      waiting = (answer) => (answer.success ? resolve(answer.data) : reject(new Error(answer.error)))
      socket.write(JSON.stringify({ id: '1', ...message }) + '\n')
    })
  return {
    version: version(at, 'agent-browser'),
    start: async () => {
      mkdirSync(home, { recursive: true })
      execFileSync(process.execPath, [binary, 'connect', String(at.port)], { env, stdio: 'ignore' })
      const dir = join(home, '.agent-browser')
      pid = Number(readFileSync(join(dir, session + '.pid'), 'utf8'))
      socket = connectSocket(join(dir, session + '.sock'))
      lines(socket, (line) => waiting(JSON.parse(line)))
      await ask({ action: 'tab_new' })
    },
    open: (url) => ask({ action: 'navigate', url }),
    snapshot: async () => (await ask({ action: 'snapshot', interactive: at.interactive })).snapshot,
    find: { field: /textbox "Form title" \[ref=(\w+)/, button: /button "Create form" \[ref=(\w+)/ },
    fill: (ref, value) => ask({ action: 'fill', selector: '@' + ref, value }),
    click: (ref) => ask({ action: 'click', selector: '@' + ref }),
    pids: () => [pid],
    close: () => ask({ action: 'tab_close' }),
    stop: () => {
      socket?.destroy()
      execFileSync(process.execPath, [binary, 'close'], { env, stdio: 'ignore' })
    },
  }
}

// Candid over its WebSocket; options are those of its snapshot.
function candid(at, options) {
  const dir = join(at.home, 'run')
  let door, tab
  return {
    version: at.candid,
    start: async () => {
      const socket = readdirSync(dir).find((name) => name.endsWith('.sock'))
      door = await connect({ socketPath: join(dir, socket) }, { 'Candid-Agent': 'comparison' })
    },
    open: async (url) => ({ tab } = await door.call('open', { url, timeoutMs: 60000 })),
    snapshot: async () => {
      const { text, spill } = await door.call('snapshot', { tab, ...options })
      return spill ? readFileSync(spill, 'utf8') : text // a large answer is a file, which an agent reads
    },
    find: { field: /(@e\d+) textbox "Form title"/, button: /(@e\d+) button "Create form"/ },
    fill: (ref, value) => door.call('act', { tab, step: { do: 'fill', ref, value } }),
    click: (ref) => door.call('act', { tab, step: { do: 'click', ref } }),
    pids: () => hostsOf(at.home),
    close: () => door.call('act', { tab, step: { do: 'close' } }),
    stop: () => door?.close(),
  }
}

function candidMCP(at) {
  let server, tab
  return {
    version: at.candid,
    start: async () => (server = await startMCP(at.binary, ['mcp'], { env: { ...process.env, CANDID_HOME: at.home } })),
    open: async (url) => (tab = refOf(await server.use('browser_navigate', { url, timeoutMs: 60000 }), /opened tab (\d+)/)),
    snapshot: () => server.use('browser_snapshot', { tab }),
    find: { field: /(@e\d+) textbox "Form title"/, button: /(@e\d+) button "Create form"/ },
    fill: (ref, value) => server.use('browser_act', { tab, actions: [{ do: 'fill', ref, value }] }),
    click: (ref) => server.use('browser_act', { tab, actions: [{ do: 'click', ref }] }),
    list: () => server.list(),
    pids: () => [server.pid, ...hostsOf(at.home)],
    close: () => server.use('browser_tabs', { action: 'close', tab }),
    stop: () => server.stop(),
  }
}

// hostsOf are the native hosts of a Candid home. Every process of the system is
// looked at, because Chrome starts them.
function hostsOf(home) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    const read = (file) => (existsSync(`/proc/${pid}/${file}`) ? readFileSync(`/proc/${pid}/${file}`, 'latin1') : '')
    try {
      return read('cmdline').includes('\0chrome-extension://') && read('environ').includes('CANDID_HOME=' + home)
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 'EACCES') return false // it ended, or is another user's
      throw error
    }
  })
}

// tools are all that are compared, by name.
export const tools = {
  'candid': (at) => candid(at, {}),
  'candid --all': (at) => candid(at, { all: true }),
  'candid mcp': candidMCP,
  'playwright-core': playwrightCore,
  'playwright-mcp': playwrightMCP,
  'chrome-devtools-mcp': devtoolsMCP,
  'agent-browser': agentBrowser,
  'agent-browser -i': (at) => agentBrowser({ ...at, interactive: true }),
}

export { refOf }
