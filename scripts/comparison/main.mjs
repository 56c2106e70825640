// Runs every tool on every page, both in a shuffled order, and writes the report:
// node main.mjs {cache, binary, port, home, scratch, docs, rounds, only?, tools?}
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { announces, complete, counter, floorTokens, found, median, quantile } from './count.mjs'
import { serve } from './pages.mjs'
import { report } from './report.mjs'
import { tools } from './tools.mjs'

const at = JSON.parse(process.argv[2])
const run = promisify(execFile)
const count = counter(at.cache)

// limitMs bounds one tool on one page. The slowest peer needs about a minute.
const limitMs = 240_000

// roundsFor is how often a page is measured: the large ones take seconds each.
function roundsFor(page) {
  const size = page.texts.length
  return size > 3_000 ? Math.min(7, at.rounds) : at.rounds
}

function shuffled(list) {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    ;[out[i], out[j]] = [out[j], out[i]]
  }
  return out
}

// child is the measurement that runs; it ends with this process.
let child
process.on('SIGTERM', () => {
  child?.kill('SIGKILL')
  process.exit(143)
})

async function measure(tool, page) {
  const textFile = join(at.scratch, 'text.txt')
  const rounds = roundsFor(page)
  const task = { ...at, tool, url: page.url, rounds, warm: rounds > 10 ? 5 : 1, looks: 5, act: page.id === 'a-form', rest: 3000, textFile }
  const base = { tool, page: page.id }
  try {
    const running = run(process.execPath, [new URL('one.mjs', import.meta.url).pathname, JSON.stringify(task)], { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 1 << 28 })
    child = running.child
    const { stdout } = await running
    const seen = JSON.parse(stdout)
    const text = readFileSync(textFile, 'utf8')
    const row = { ...base, ...seen, ...found(page, text), chars: text.length, tokens: count(text), announced: announces(text) }
    row.median = median(seen.times)
    row.p95 = quantile(seen.times, 0.95)
    row.listTokens = seen.list ? count(seen.list) : 0
    row.listBytes = Buffer.byteLength(seen.list)
    row.complete = complete(row)
    delete row.list
    return row
  } catch (error) {
    return { ...base, failed: error.killed ? `no answer within ${limitMs / 1000} s` : String(error.stderr || error.message).split('\n')[0] }
  }
}

const { pages, close } = await serve()
const wanted = pages.filter((page) => !at.only || at.only.includes(page.id))
const names = Object.keys(tools).filter((name) => !at.tools || at.tools.includes(name))
// Page by page, so that what is compared was measured close together in time.
const pairs = shuffled(wanted).flatMap((page) => shuffled(names).map((tool) => ({ tool, page })))
const rows = []
for (const [index, { tool, page }] of pairs.entries()) {
  const row = await measure(tool, page)
  rows.push(row)
  const told = row.failed ? `FAILED ${row.failed}` : `${row.median.toFixed(1)} ms  ${row.tokens} tokens  ${row.complete ? 'complete' : row.announced ? 'incomplete, announced' : 'INCOMPLETE'}`
  console.log(`${String(index + 1).padStart(3)}/${pairs.length}  ${page.id.padEnd(15)} ${tool.padEnd(20)} ${told}`)
}
close()

const order = wanted.map((page) => ({ id: page.id, texts: page.texts.length, controls: page.controls.length, floor: floorTokens(page, count) }))
const result = { when: new Date().toISOString().slice(0, 10), machine: at.machine, chromium: at.chromium, candid: at.candid, pages: order, tools: names, rows }
writeFileSync(join(at.scratch, 'result.json'), JSON.stringify(result))
report(result, at.docs)
process.exit(0)
