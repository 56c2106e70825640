// SVG plots without a library: lines on two logarithmic axes, and bars.
const colours = ['#0b6bcb', '#c2410c', '#15803d', '#7c3aed', '#b91c1c', '#0e7490', '#a16207', '#475569']
const width = 760
const height = 420
const margin = { left: 64, right: 190, top: 40, bottom: 48 }

const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${words.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</text>`

function page(title, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui,sans-serif" font-size="12" fill="#334155"><title>${title}</title><rect width="${width}" height="${height}" fill="#fff"/>${text(margin.left, 22, title, 'font-size="15" fill="#0f172a"')}${body}</svg>\n`
}

function scale(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.ceil(Math.log10(Math.max(...values)))
  const span = Math.max(1, high - low)
  return { at: (value) => from + ((Math.log10(value) - low) / span) * (to - from), decades: Array.from({ length: span + 1 }, (_, i) => 10 ** (low + i)) }
}

const short = (value) => (value >= 1e6 ? value / 1e6 + 'M' : value >= 1e3 ? value / 1e3 + 'k' : String(value))

// lines draws series [{name, points: [[x, y]]}].
export function lines(title, xLabel, yLabel, series) {
  const points = series.flatMap((one) => one.points)
  const x = scale(points.map(([value]) => value), margin.left, width - margin.right)
  const y = scale(points.map(([, value]) => value), height - margin.bottom, margin.top)
  const grid = [
    ...x.decades.map((value) => `<line x1="${x.at(value)}" x2="${x.at(value)}" y1="${margin.top}" y2="${height - margin.bottom}" stroke="#e2e8f0"/>${text(x.at(value), height - margin.bottom + 18, short(value), 'text-anchor="middle"')}`),
    ...y.decades.map((value) => `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y.at(value)}" y2="${y.at(value)}" stroke="#e2e8f0"/>${text(margin.left - 8, y.at(value) + 4, short(value), 'text-anchor="end"')}`),
  ]
  const drawn = series.map(({ name, points: of }, index) => {
    const colour = colours[index % colours.length]
    const path = of.map(([a, b], i) => `${i ? 'L' : 'M'}${x.at(a).toFixed(1)} ${y.at(b).toFixed(1)}`).join('')
    const dots = of.map(([a, b]) => `<circle cx="${x.at(a).toFixed(1)}" cy="${y.at(b).toFixed(1)}" r="3" fill="${colour}"/>`).join('')
    const key = margin.top + 10 + index * 20
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}<rect x="${width - margin.right + 16}" y="${key - 9}" width="10" height="10" fill="${colour}"/>${text(width - margin.right + 32, key, name)}`
  })
  const labels = text((margin.left + width - margin.right) / 2, height - 10, xLabel, 'text-anchor="middle"') + text(16, margin.top - 8, yLabel)
  return page(title, grid.join('') + drawn.join('') + labels)
}
