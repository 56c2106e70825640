// Words and numbers for pages that are the same on every run and machine.
import { readFileSync } from 'node:fs'

const words = readFileSync(new URL('words.txt', import.meta.url), 'utf8').split(/\s+/).filter(Boolean)

// random is a seeded generator (mulberry32) of numbers in [0, 1).
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const word = (next) => words[Math.floor(next() * words.length)]

// sentence has so many words, a capital and a full stop.
export function sentence(next, count) {
  const text = Array.from({ length: count }, () => word(next)).join(' ')
  return text[0].toUpperCase() + text.slice(1) + '.'
}

// padded is a number with leading zeros: names of equal length sort and cost alike.
export const padded = (number, width = 4) => String(number).padStart(width, '0')

export const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
