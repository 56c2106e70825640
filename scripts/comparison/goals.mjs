// What Candid set out to reach, held against one run. A goal that is missed is
// printed as plainly as one that is met.

// ahead is how many times faster than the fastest complete peer a warm snapshot
// is to be, by page; a-form has goals of its own.
const ahead = { 'b-console': 3, 'c-cards60': 3, 'd-cards5000': 8, 'e-table200k': 15, 'f-deep2000': 3, 'g-frames25': 3, 'h-shadow2000': 3, 'i-divs': 3, 'j-article100k': 3, 'k-modal': 3 }

// least is where a number has to stay below its goal, most where above.
const most = (what, goal, value, unit, digits = 1) => ({ what, goal: `at most ${goal} ${unit}`, value, unit, digits, met: value <= goal })
const least = (what, goal, value, unit, digits = 1) => ({ what, goal: `at least ${goal} ${unit}`, value, unit, digits, met: value >= goal })

// goals are those that this run can judge: a run of some pages judges some.
export function goals(result, middle) {
  return [...latency(result), ...inPage(result), ...tokens(result), ...acting(result, middle), ...own(result)]
}

function latency(result) {
  const found = []
  const form = result.row('candid', 'a-form')
  if (form) found.push(most('a-form, a snapshot over a kept connection', 3.5, form.median, 'ms'))
  const overMCP = result.row('candid mcp', 'a-form')
  const devtools = result.row('chrome-devtools-mcp', 'a-form')
  if (overMCP && devtools) found.push(least('a-form, over MCP: chrome-devtools-mcp takes', 1, devtools.median / overMCP.median, 'times as long', 2))
  for (const [page, goal] of Object.entries(ahead)) {
    const mine = result.row('candid', page)
    const peer = result.fastestPeer(page)
    if (mine && peer) found.push(least(`${page}: the fastest complete peer (${peer.tool}) takes`, goal, peer.median / mine.median, 'times as long'))
  }
  return found
}

function inPage(result) {
  const found = []
  for (const page of ['d-cards5000', 'e-table200k']) {
    const mine = result.row('candid', page)
    if (mine) found.push(most(`${page}, main-thread time, as a multiple of walk and style`, 2, mine.main / mine.floor, 'times', 2))
  }
  const large = result.row('candid', 'e-table200k')
  if (large) found.push(most('e-table200k, the longest block of the page', 500, large.longest, 'ms', 0))
  return found
}

function tokens(result) {
  return result.pages.filter(({ id }) => id in ahead || id === 'a-form').flatMap(({ id, floor }) => {
    const whole = result.row('candid --all', id)
    return whole ? [most(`${id}, the complete outline, as a multiple of the bound`, 1.15, whole.tokens / floor, 'times', 2)] : []
  })
}

function acting(result, middle) {
  return ['fill', 'click'].flatMap((verb) => {
    const rows = result.rows.filter((row) => row.page === 'a-form' && row[verb]).map((row) => ({ tool: row.tool, value: middle(row[verb]) }))
    const mine = rows.find((row) => row.tool === 'candid')
    const peer = rows.filter((row) => !row.tool.startsWith('candid')).sort((a, b) => a.value - b.value)[0]
    return mine && peer ? [least(`${verb} by ref: the fastest peer (${peer.tool}) takes`, 1, peer.value / mine.value, 'times as long', 2)] : []
  })
}

function own(result) {
  const found = []
  const large = result.row('candid', 'e-table200k')
  if (large) found.push(most('e-table200k, own memory after the snapshots', 150, large.held, 'MB', 0), most('e-table200k, own memory once the tab is closed', 60, large.rested, 'MB', 0))
  const listed = result.rows.find((row) => row.tool === 'candid mcp' && row.listTokens)
  if (listed) found.push(most('tools/list', 1500, listed.listTokens, 'tokens', 0))
  return found
}
