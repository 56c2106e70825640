// The report: tables, plots, and first of all where Candid is behind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goals } from './goals.mjs'
import { lines } from './plot.mjs'

const ours = (tool) => tool.startsWith('candid')
const num = (value, digits = 0) => (value === undefined ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits }))
const ms = (value) => num(value, value < 10 ? 1 : 0)
const percent = (value) => (value === undefined ? '–' : (Math.floor(value * 1000) / 10).toFixed(1) + ' %')

function table(heads, rows) {
  return [`| ${heads.join(' | ')} |`, `|${heads.map((_, i) => (i ? '--:' : '---')).join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
}

class Result {
  constructor(result) {
    Object.assign(this, result)
  }
  row(tool, page) {
    return this.rows.find((row) => row.tool === tool && row.page === page && !row.failed)
  }
  // fastestPeer is the fastest tool of others that shows the whole page.
  fastestPeer(page) {
    return this.least(page, (row) => row.median)
  }
  least(page, value) {
    return this.rows.filter((row) => row.page === page && !ours(row.tool) && row.complete).sort((a, b) => value(a) - value(b))[0]
  }
}

// report writes BENCHMARKS.md and its plots into a folder of documents.
export function report(raw, docs) {
  const result = new Result(raw)
  const images = join(docs, 'images')
  mkdirSync(images, { recursive: true })
  const growth = result.pages.filter((page) => /^s-|^e-/.test(page.id)).sort((a, b) => a.texts - b.texts)
  const nodes = { 's-table1k': 1000, 's-table10k': 10_000, 's-table50k': 50_000, 'e-table200k': 200_000 }
  const plot = (file, title, label, value) => {
    const series = result.tools.map((name) => ({ name, points: growth.flatMap(({ id }) => (result.row(name, id) ? [[nodes[id], value(result.row(name, id))]] : [])) })).filter((one) => one.points.length)
    if (!series.length) return ''
    writeFileSync(join(images, file), lines(title, 'nodes of the page', label, series))
    return `![${title}](images/${file})`
  }
  const latencyPlot = plot('benchmark-latency.svg', 'Warm snapshot, as an agent waits for it', 'ms (median)', (row) => row.median)
  const tokensPlot = plot('benchmark-tokens.svg', 'Size of the answer', 'o200k tokens', (row) => row.tokens)
  writeFileSync(join(docs, 'BENCHMARKS.md'), document(result, latencyPlot, tokensPlot))
}

function document(result, latencyPlot, tokensPlot) {
  return `# Side by side

${intro(result)}

## What Candid set out to reach

${reached(result)}

## Where Candid is behind

Every figure of this run in which a peer does better, however small.

${losses(result)}

## Latency of a warm snapshot

Milliseconds as an agent waits, median / 95th percentile, over a kept connection. Bold: shows at least 99 % of the words and of the controls. "Ahead" is the fastest complete peer's time divided by Candid's with its default budget.

${latency(result)}

${latencyPlot}

## What an answer costs and holds

o200k tokens, and the share of visible words / controls in the answer. "Bound": every text once, a ref and role a control, its name where no text shows it, and the choices of selects, which no product reaches. **cut, said**: not all of the page, and the answer says so; **CUT IN SILENCE**: not all of the page, and nothing says so.

${contents(result)}

${tokensPlot}

## In the page

Main-thread time of one snapshot, the longest stretch for which the page answered nobody (a worker of the page knocks every 4 ms), and beside them the cheapest look at every element of the same page in the same run (\`querySelectorAll('*')\` and \`getComputedStyle(el).visibility\`), in milliseconds. Frames of other processes are not counted.

${inPage(result)}

## Starting, acting, memory, tool lists

${overall(result)}

Cold: from starting the tool to its first snapshot of the form, navigation included. Memory: proportional set size of the tool's own processes after its snapshots of page e, and again three quiet seconds after the tab was closed; playwright-core's includes the Node process it is used from, Candid's is its native host (and its MCP server).
`
}

function intro(result) {
  const peers = result.tools.filter((name) => !ours(name) && !name.endsWith(' -i'))
  const versions = [`candid ${result.candid}`, ...peers.map((name) => `${name} ${result.rows.find((row) => row.tool === name && row.version)?.version ?? '(did not run)'}`)]
  return `Written by \`scripts/compare\` on ${result.when}. ${result.chromium}, ${result.machine}. ${versions.join('; ')}.

All tools are attached to one running headless Chromium, each alone, in a process of its own, pages and tools in a shuffled order, each in its fastest way: a kept MCP connection, agent-browser's daemon over its socket, playwright-core as a library. Absolute times belong to this machine and its load: read the ratios. Candid appears with its default budget (10,000 tokens), without one (\`--all\`), and over MCP.`
}

// reached holds the run against Candid's own goals, missed ones first.
function reached(result) {
  const all = goals(result, middle)
  if (!all.length) return 'This run was of pages without a goal.'
  const row = ({ what, goal, value, unit, digits, met }) => [what, goal, `${num(value, digits)} ${unit}`, met ? 'yes' : '**no**']
  const missed = all.filter((one) => !one.met)
  return `${all.length - missed.length} of ${all.length} goals are met in this run.\n\n` + table(['what', 'goal', 'this run', 'met'], [...missed, ...all.filter((one) => one.met)].map(row))
}

// losses are all figures in which a peer does better. Nothing is left out for
// being small.
function losses(result) {
  const found = []
  const behind = (what, mine, theirs, unit) => {
    if (mine && theirs && theirs.value < mine.value) found.push(`- ${what}: ${num(mine.value, 1)} ${unit} against ${num(theirs.value, 1)} of ${theirs.tool} (${num(mine.value / theirs.value, 2)}×)`)
  }
  for (const { id } of result.pages) {
    const peer = result.fastestPeer(id)
    for (const name of result.tools.filter(ours)) {
      const mine = result.row(name, id)
      behind(`${id}, latency, ${name}`, mine && { value: mine.median }, peer && { value: peer.median, tool: peer.tool }, 'ms')
    }
    const small = result.least(id, (row) => row.tokens)
    const whole = result.row('candid --all', id)
    behind(`${id}, tokens of the whole page`, whole && { value: whole.tokens }, small && { value: small.tokens, tool: small.tool }, 'tokens')
    if (whole && !whole.complete) found.push(`- ${id}: candid --all shows ${percent(whole.words)} of the words and ${percent(whole.controls)} of the controls`)
  }
  for (const [what, value, unit] of figures) {
    const all = result.rows.filter((row) => !row.failed && value(row) > 0)
    const best = (test) => all.filter(test).map((row) => ({ tool: row.tool, value: value(row) })).sort((a, b) => a.value - b.value)[0]
    behind(what, best((row) => ours(row.tool)), best((row) => !ours(row.tool)), unit)
  }
  for (const row of result.rows.filter((one) => one.failed)) found.push(`- ${row.page}: ${row.tool} failed: ${row.failed}`)
  return found.length ? found.join('\n') : 'In no figure of this run.'
}

const figures = [
  ['cold start', (row) => (row.page === 'a-form' ? row.cold : 0), 'ms'],
  ['fill by ref', (row) => (row.fill ? middle(row.fill) : 0), 'ms'],
  ['click by ref', (row) => (row.click ? middle(row.click) : 0), 'ms'],
  ['memory held on e', (row) => (row.page === 'e-table200k' ? row.held : 0), 'MB'],
  ['tools/list', (row) => row.listTokens, 'tokens'],
]

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

function latency(result) {
  const cell = (row) => (row ? (row.complete ? `**${ms(row.median)}** / ${ms(row.p95)}` : `${ms(row.median)} / ${ms(row.p95)}`) : '–')
  return table(
    ['page', ...result.tools, 'ahead'],
    result.pages.map(({ id }) => {
      const mine = result.row('candid', id)
      const peer = result.fastestPeer(id)
      return [id, ...result.tools.map((name) => cell(result.row(name, id))), mine && peer ? num(peer.median / mine.median, 1) + '×' : '–']
    }),
  )
}

function contents(result) {
  const cell = (row) => {
    if (!row) return '–'
    const share = row.complete ? '' : ` (${percent(row.words)} / ${percent(row.controls)}, ${row.announced ? 'cut, said' : 'CUT IN SILENCE'})`
    return num(row.tokens) + share
  }
  return table(['page', 'bound', ...result.tools], result.pages.map(({ id, floor }) => [id, num(floor), ...result.tools.map((name) => cell(result.row(name, id)))]))
}

function inPage(result) {
  const cell = (row) => (row ? `${ms(row.main)} (${ms(row.longest)})` : '–')
  const floor = (id) => middle(result.rows.filter((row) => row.page === id && !row.failed).map((row) => row.floor))
  return table(['page', 'floor', ...result.tools], result.pages.map(({ id }) => [id, ms(floor(id)), ...result.tools.map((name) => cell(result.row(name, id)))]))
}

function overall(result) {
  const rows = result.tools.map((name) => {
    const form = result.row(name, 'a-form')
    const large = result.row(name, 'e-table200k')
    const list = result.rows.find((row) => row.tool === name && row.listTokens)
    return [
      name, form ? ms(form.cold) : '–', form?.fill ? ms(middle(form.fill)) : '–', form?.click ? ms(middle(form.click)) : '–',
      large ? `${num(large.held)} → ${num(large.rested)}` : '–', list ? `${num(list.listTokens)} (${num(list.listBytes)} bytes)` : '–',
    ]
  })
  return table(['tool', 'cold, ms', 'fill, ms', 'click, ms', 'memory on e, MB', 'tools/list, tokens'], rows)
}
