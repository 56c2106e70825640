// What a snapshot costs and how much of the page is in it.
import { createRequire } from 'node:module'
import { join } from 'node:path'

// counter counts o200k tokens. Long texts are counted in pieces at line ends:
// the encoder's time grows faster than the text.
export function counter(cache) {
  const { getEncoding } = createRequire(join(cache, 'package.json'))('js-tiktoken')
  const encoding = getEncoding('o200k_base')
  const piece = 20_000
  return (text) => {
    let total = 0
    for (let from = 0; from < text.length; ) {
      let to = Math.min(from + piece, text.length)
      const end = text.lastIndexOf('\n', to)
      if (to < text.length && end > from) to = end
      total += encoding.encode(text.slice(from, to)).length
      from = to
    }
    return total
  }
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

// tally counts how often each word occurs.
function tally(words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

// found is the share of a page's words and of its controls in a text. A word
// that the page shows three times counts three times.
export function found(page, text) {
  const have = wordsOf(text)
  const haveCounts = tally(have)
  let words = 0
  let all = 0
  for (const [word, count] of tally(page.texts.flatMap(wordsOf))) {
    all += count
    words += Math.min(count, haveCounts.get(word) ?? 0)
  }
  const controls = page.controls.filter(({ key }) => runs(have, wordsOf(key).length).has(wordsOf(key).join(' '))).length
  return { words: words / all, controls: controls / page.controls.length }
}

// runs are all runs of n words of a text, kept for the next question.
const kept = new WeakMap()
function runs(words, n) {
  if (!kept.has(words)) kept.set(words, new Map())
  const bySize = kept.get(words)
  if (!bySize.has(n)) {
    const set = new Set()
    for (let i = 0; i + n <= words.length; i++) set.add(words.slice(i, i + n).join(' '))
    bySize.set(n, set)
  }
  return bySize.get(n)
}

// complete is what the whole comparison means by it.
export const complete = (row) => row.words >= 0.99 && row.controls >= 0.99

// announces tells whether a text says that it is not the whole page.
export const announces = (text) => /SNAPSHOT_TRUNCATED|INCOMPLETE|truncated|more elements|omitted/i.test(text)

// floorTokens is the bound: each text once, for each control its ref and role,
// and its name where no text shows it, and the choices of each select. No
// product can be there; distance from it says what a tool's form costs.
export function floorTokens(page, count) {
  const shown = new Set(page.texts)
  const named = ({ role, name, key }) => (shown.has(key) || shown.has(name) ? role : `${role} ${name}`)
  const lines = [...page.texts, ...page.controls.map((control, index) => `@e${index + 1} ${named(control)}`), ...page.options]
  return count(lines.join('\n'))
}

export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]
}
export const median = (values) => quantile(values, 0.5)
