// One tool on one page, in a process of its own, so that no tool's caches,
// listeners or garbage are charged to another: node one.mjs JSON.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from './wire.mjs'
import { refOf, tools } from './tools.mjs'

const at = JSON.parse(process.argv[2])
const clock = () => performance.now()

async function timed(run) {
  const began = clock()
  const value = await run()
  return { ms: clock() - began, value }
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

// within tells whether to go on: up to most times, but only least times once
// the time is over. A tool that takes seconds gets fewer rounds, not more time.
function within(most, least, limitMs) {
  const until = clock() + limitMs
  return (done) => done < most && (done < least || clock() < until)
}

// watch counts what the page's main thread does while run runs: its task time,
// and the longest stretch for which it answered nobody. Both are medians of some
// runs, and beside them in each the floor, so that a machine that slows
// down slows all three.
async function watch(run, looks) {
  const targets = await (await fetch(`http://127.0.0.1:${at.port}/json`)).json()
  const target = targets.find((one) => one.type === 'page' && one.url.startsWith(at.url))
  const { pathname, port } = new URL(target.webSocketDebuggerUrl)
  const page = await connect({ host: '127.0.0.1', port, path: pathname }, {}, {})
  await page.call('Performance.enable', { timeDomain: 'timeTicks' })
  const evaluate = async (expression) => (await page.call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value
  const task = async () => (await page.call('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration').value * 1000
  await evaluate(listenCode)
  const seen = []
  for (const more = within(looks, 1, 8_000); more(seen.length); ) {
    await evaluate(`new Promise(r=>setTimeout(()=>{window.__late=0;r()},50))`)
    const before = await task()
    await run()
    const after = await task()
    const longest = await evaluate(`new Promise(r=>setTimeout(()=>r(window.__late),50))`)
    seen.push({ main: after - before, longest, floor: await evaluate(floorCode) })
  }
  await evaluate('window.__knocks.terminate()')
  page.close()
  const of = (name) => middle(seen.map((one) => one[name]))
  return { main: of('main'), longest: of('longest'), floor: of('floor') }
}

// listenCode has a worker knock every few milliseconds and keeps how late the
// page answered at worst. Entries of type longtask would be simpler and are
// blind here: Chrome makes none for what runs in an isolated world.
const listenCode = `(()=>{const knock='setInterval(()=>postMessage(performance.timeOrigin+performance.now()),4)';window.__late=0;window.__knocks=new Worker(URL.createObjectURL(new Blob([knock])));window.__knocks.onmessage=e=>{window.__late=Math.max(window.__late,performance.timeOrigin+performance.now()-e.data)}})()`

// floorCode is the cheapest look at every element: the median of five.
const floorCode = `(()=>{const t=[];for(let i=0;i<5;i++){const b=performance.now();let n=0;for(const e of document.querySelectorAll('*'))if(getComputedStyle(e).visibility==='visible')n++;t.push(performance.now()-b)}return t.sort((a,b)=>a-b)[2]})()`

// memory is the proportional set size of processes and their children, in MB.
function memory(pids) {
  let kb = 0
  for (const pid of family(pids)) {
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error // it has ended
    }
  }
  return kb / 1024
}

function family(pids) {
  return pids.flatMap((pid) => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      return [pid, ...family(children ? children.split(' ').map(Number) : [])]
    } catch (error) {
      if (error.code === 'ENOENT') return []
      throw error
    }
  })
}

async function acts(tool) {
  const snapshot = await tool.snapshot()
  const field = refOf(snapshot, tool.find.field)
  const button = refOf(snapshot, tool.find.button)
  const fill = []
  const click = []
  for (const more = within(at.rounds, 3, 15_000); more(fill.length); ) {
    const i = fill.length
    fill.push((await timed(() => tool.fill(field, 'value ' + i))).ms)
    click.push((await timed(() => tool.click(button))).ms)
  }
  return { fill, click }
}

async function main() {
  const tool = tools[at.tool](at)
  const began = clock()
  await tool.start()
  let open = false
  try {
    await tool.open(at.url)
    open = true
    const text = await tool.snapshot()
    const cold = clock() - began
    const figures = await warm(tool, text)
    await tool.close()
    open = false
    await new Promise((done) => setTimeout(done, at.rest))
    return { version: tool.version, cold, ...figures, rested: memory(tool.pids()) }
  } finally {
    if (open) await tool.close() // what failed is told; the next tool must not find the tab
    await tool.stop()
  }
}

// warm measures a tool that has taken its first snapshot of an open page.
async function warm(tool, first) {
  let text = first
  for (let i = 0; i < at.warm; i++) text = await tool.snapshot()
  const times = []
  for (const more = within(at.rounds, 3, 15_000); more(times.length); ) {
    const { ms, value } = await timed(() => tool.snapshot())
    times.push(ms)
    text = value
  }
  writeFileSync(at.textFile, text)
  const held = memory(tool.pids())
  const busy = await watch(() => tool.snapshot(), at.looks)
  const acting = at.act ? await acts(tool) : {}
  const list = tool.list ? JSON.stringify(await tool.list()) : ''
  return { times, held, ...busy, ...acting, list }
}

try {
  process.stdout.write(JSON.stringify(await main()))
  process.exit(0)
} catch (error) {
  process.stderr.write(String(error.stack ?? error))
  process.exit(1)
}
