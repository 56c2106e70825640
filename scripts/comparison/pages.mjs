// The pages of the comparison, each made for one property that tools differ
// in, and what is on them: every visible text and every control, so that what
// a tool shows can be counted against the truth.
import { createServer } from 'node:http'
import { escaped, padded, random, sentence, word } from './text.mjs'

// Draft collects a page's truth while its HTML is written.
class Draft {
  constructor(seed) {
    this.texts = []
    this.controls = []
    this.options = []
    this.next = random(seed)
  }
  // text notes a visible text and returns it as HTML.
  text(value) {
    this.texts.push(value)
    return escaped(value)
  }
  // control notes a control. key is the part of its name that no other text has.
  control(role, name, key = name) {
    this.controls.push({ role, name, key })
  }
  // option notes a choice of a select: not visible until somebody opens it, and
  // no use to an agent that does not know it.
  option(label, value = label) {
    this.options.push(label)
    return `<option value="${value}">${escaped(label)}</option>`
  }
  page(id, path, title, body, css = '') {
    return { id, path, html: shell(title, body, css), texts: this.texts, controls: this.controls, options: this.options }
  }
}

function shell(title, body, css) {
  const style = `body{font:14px/1.4 sans-serif;margin:12px}${css}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`
}

const range = (count, each) => Array.from({ length: count }, (_, index) => each(index + 1)).join('')

// a: a small form, as most pages that an agent fills.
function form() {
  const d = new Draft(1)
  const links = ['Overview', 'Create a form', 'Interaction lab', 'Reference page'].map((name) => {
    d.control('link', name)
    return `<a href="/x/${name.replace(/ /g, '-')}">${d.text(name)}</a>`
  })
  const header = `<header><strong>${d.text('Kamapathy form lab')}</strong><nav>${links.join(' ')}</nav></header>`
  const fields =
    `<p><label for="ti">${d.text('Form title')}</label><br><input id="ti" name="title"></p>` +
    `<p><label for="de">${d.text('Description')}</label><br><textarea id="de" name="description"></textarea></p>` +
    `<p><label for="te">${d.text('Template')}</label><br><select id="te" name="template">${d.option('Product feedback', 'feedback')}${d.option('Research request', 'research')}</select></p>`
  const footer = 'Local test fixture. Submissions remain on this machine and are discarded when the server closes.'
  const body =
    `${header}<main><h1>${d.text('Create a form')}</h1><form id="f">${fields}<button type="submit">${d.text('Create form')}</button></form></main>` +
    `<footer>${d.text(footer)}</footer><script>window.__n=0;f.addEventListener('submit',e=>{e.preventDefault();window.__n++})</script>`
  d.control('textbox', 'Form title')
  d.control('textbox', 'Description')
  d.control('combobox', 'Template')
  d.control('button', 'Create form')
  return d.page('a-form', '/forms/new', 'Create a form', body, 'nav a{margin-right:8px}')
}

// b: a dense console, a few hundred controls.
function console_() {
  const d = new Draft(2)
  const sections = range(40, (i) => {
    const name = `${word(d.next)} ${word(d.next)} ${i}`
    d.control('link', name)
    return `<li><a href="/n/${i}">${d.text(name)}</a></li>`
  })
  const bar = range(20, (i) => {
    const name = `Tool ${word(d.next)} ${i}`
    d.control('button', name)
    return `<button>${d.text(name)}</button>`
  })
  const rows = range(60, (i) => consoleRow(d, i))
  const heads = ['Pick', 'Host', 'State', 'CPU', 'Memory', 'Role', 'Action'].map((name) => `<th>${d.text(name)}</th>`)
  const body =
    `<div style="display:flex"><nav aria-label="Sections"><ul>${sections}</ul></nav><main><h1>${d.text('Cluster console')}</h1>` +
    `<div role="toolbar" aria-label="Actions">${bar}</div><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows}</tbody></table></main></div>`
  return d.page('b-console', '/console', 'Cluster console', body, 'td{padding:2px 6px}')
}

function consoleRow(d, i) {
  const host = `node-${padded(i, 3)}`
  d.control('checkbox', `Select ${host}`)
  d.control('link', host)
  d.control('combobox', `Role of ${host}`)
  d.control('button', `Restart ${host}`)
  const cells = [
    `<input type="checkbox" aria-label="Select ${host}">`,
    `<a href="/h/${i}">${d.text(host)}</a>`,
    d.text(['running', 'stopped', 'draining'][i % 3]),
    d.text((d.next() * 100).toFixed(1) + ' %'),
    d.text(Math.floor(d.next() * 64) + ' GiB'),
    `<select aria-label="Role of ${host}">${d.option('worker')}${d.option('leader')}${d.option('spare')}</select>`,
    `<button>${d.text('Restart ' + host)}</button>`,
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

// c: cards whose whole text is one link's name of about 1,100 characters.
function longCards() {
  const d = new Draft(3)
  const cards = range(60, (i) => {
    const firm = `Firm ${padded(i)} ${word(d.next)}`
    const school = `School of ${word(d.next)} ${padded(i, 3)}`
    const room = 1098 - firm.length - school.length
    let about = ''
    while (about.length < room) about += (about ? ' ' : '') + sentence(d.next, 12)
    about = about.slice(0, room).trim()
    d.control('link', `${firm} ${school} ${about}`, firm)
    return `<li><a class="card" href="/c/${i}"><div class="f">${d.text(firm)}</div><div class="s">${d.text(school)}</div><div class="d">${d.text(about)}</div></a></li>`
  })
  const body = `<main><h1>${d.text('Candidate listing')}</h1><ul>${cards}</ul></main>`
  return d.page('c-cards60', '/cards60', 'Candidate listing', body, '.card{display:block;border:1px solid #ccc;margin:4px;padding:6px}')
}

// d: a long listing, two controls a card.
function cards(count, id) {
  const d = new Draft(4)
  const items = range(count, (i) => {
    const name = `${word(d.next)} ${word(d.next)} ${padded(i)}`
    d.control('link', name)
    d.control('button', `Save ${padded(i)}`)
    const head = `<div class="h"><a href="/i/${i}">${d.text(name)}</a></div><p>${d.text(sentence(d.next, 9))}</p>`
    const foot = `<div class="b"><span>${d.text((d.next() * 900).toFixed(2) + ' EUR')}</span><button>${d.text('Save ' + padded(i))}</button></div>`
    return `<li><article>${head}${foot}</article></li>`
  })
  return d.page(id, '/' + id, 'Offers', `<main><h1>${d.text('Offers')}</h1><ul>${items}</ul></main>`, 'article{border-bottom:1px solid #ddd}')
}

// e, and the growth from 1,000 to 200,000 nodes: a table, a link a row.
function table(rows, id) {
  const d = new Draft(5)
  const body = range(rows, (i) => {
    d.control('link', `row ${padded(i, 5)}`)
    const first = `<td><a href="/r/${i}">${d.text('row ' + padded(i, 5))}</a></td>`
    const rest = range(8, (k) => `<td>${d.text((k - 1) % 2 ? String(Math.floor(d.next() * 10000)) : word(d.next))}</td>`)
    return `<tr>${first}${rest}</tr>`
  })
  return d.page(id, '/' + id, 'Ledger', `<h1>${d.text('Ledger')}</h1><table><tbody>${body}</tbody></table>`)
}

// f: 2,000 levels; recursive walks overflow their stack.
function deep() {
  const d = new Draft(6)
  d.text('Deep nesting')
  for (let level = 100; level <= 2000; level += 100) {
    d.text(`Level ${padded(level)} text`)
    d.text(`Act ${padded(level)}`)
    d.control('button', `Act ${padded(level)}`)
  }
  const script =
    "let p=document.getElementById('r');for(let i=1;i<=2000;i++){const d=document.createElement('div');d.className='l';" +
    "if(i%100===0){const k=String(i).padStart(4,'0');const s=document.createElement('p');s.textContent='Level '+k+' text';" +
    "const b=document.createElement('button');b.textContent='Act '+k;d.append(s,b)}p.append(d);p=d}"
  return d.page('f-deep2000', '/deep', 'Deep', `<h1>Deep nesting</h1><div id="r"></div><script>${script}</script>`)
}

// g: 25 frames, five of them from other origins.
function frames(otherPort) {
  const d = new Draft(7)
  d.text('Frame host')
  const all = range(25, (i) => {
    d.text(`Inner page ${i} says hello`)
    for (const [role, what] of [['button', 'Go'], ['textbox', 'Field']]) {
      d.text(`${what} ${padded(i)}`)
      d.control(role, `${what} ${padded(i)}`)
    }
    const origin = i <= 20 ? '' : `http://${i <= 23 ? 'localhost' : '127.0.0.1'}:${otherPort}`
    return `<iframe src="${origin}/frame/${i}" title="${i <= 20 ? 'Same' : 'Cross'} ${i}" width="220" height="90"></iframe>`
  })
  return d.page('g-frames25', '/frames', 'Frames', `<h1>Frame host</h1>${all}`)
}

const framePage = (i) =>
  shell('Inner ' + i, `<p>Inner page ${i} says hello</p><label>Field ${padded(i)} <input></label> <button>Go ${padded(i)}</button>`, '')

// h: 2,000 custom elements with a shadow root each.
function shadows() {
  const d = new Draft(8)
  d.text('Shadow board')
  for (let i = 1; i <= 2000; i++) {
    d.text(`Item ${padded(i)} status ok`)
    d.text(`Open ${padded(i)}`)
    d.control('button', `Open ${padded(i)}`)
  }
  const script =
    "customElements.define('x-item',class extends HTMLElement{connectedCallback(){const k=this.getAttribute('k');const s=this.attachShadow({mode:'open'});" +
    "s.innerHTML='<style>:host{display:block}</style><span>Item '+k+' status ok</span> <button>Open '+k+'</button>'}});" +
    "const f=document.createDocumentFragment();for(let i=1;i<=2000;i++){const e=document.createElement('x-item');e.setAttribute('k',String(i).padStart(4,'0'));f.append(e)}" +
    "document.getElementById('r').append(f)"
  return d.page('h-shadow2000', '/shadow', 'Shadow', `<h1>Shadow board</h1><div id="r"></div><script>${script}</script>`)
}

// i: nothing but divs; the only sign of a control is its cursor.
function divs() {
  const d = new Draft(7)
  const blocks = range(40, (i) => {
    const head = `<div class="hd">${d.text(`Block ${i} ${word(d.next)}`)}</div>`
    const first = `<div>${d.text(sentence(d.next, 25))}</div>`
    return `<div class="sec">${head}<div class="bd">${first}<div><span>${d.text(sentence(d.next, 14))}</span></div></div></div>`
  })
  const acts = range(10, (i) => {
    const name = `Plain act ${padded(i, 2)}`
    d.control('div', name)
    return `<div class="btn" data-a="${i}">${d.text(name)}</div>`
  })
  const body = `<div id="root">${blocks}${acts}</div><script>root.addEventListener('click',e=>{})</script>`
  return d.page('i-divs', '/divs', 'Resume', body, '.btn{cursor:pointer;display:inline-block;padding:4px;border:1px solid}')
}

// j: 100,000 characters of prose and few controls.
function article() {
  const d = new Draft(8)
  let html = ''
  for (let length = 0, part = 0; length < 100000; ) {
    if (part % 8 === 0) {
      const head = `Part ${part / 8 + 1} ${word(d.next)}`
      html += `<h2>${d.text(head)}</h2>`
      length += head.length
    }
    const prose = Array.from({ length: 6 }, () => sentence(d.next, 14)).join(' ')
    length += prose.length
    part++
    html += `<p>${d.text(prose)}${part % 10 === 0 ? ' ' + source(d, part) : ''}</p>`
  }
  return d.page('j-article100k', '/article', 'Article', `<article><h1>${d.text('A long article')}</h1>${html}</article>`)
}

function source(d, part) {
  const name = `source ${padded(part, 3)}`
  d.control('link', name)
  return `<a href="/s/${part}">${d.text(name)}</a>`
}

// k: a dialog that only looks modal: nothing makes the page behind it inert.
function modal() {
  const d = new Draft(9)
  const links = range(40, (i) => {
    const name = `Navigation target ${padded(i, 2)}`
    d.control('link', name)
    return `<li><a href="/m/${i}">${d.text(name)}</a></li>`
  })
  for (const [role, name] of [['textbox', 'Project name'], ['checkbox', 'Keep a copy'], ['button', 'Delete project'], ['button', 'Cancel']]) d.control(role, name)
  const app = `<div id="app"><nav><ul>${links}</ul></nav><main><h1>${d.text('Projects')}</h1><p>${d.text('Pick a project to continue with the work.')}</p></main></div>`
  const dialog =
    `<div class="ov"><div class="dlg" role="dialog" aria-modal="true" aria-labelledby="dt"><h2 id="dt">${d.text('Delete this project?')}</h2>` +
    `<p>${d.text('Type the name of the project to confirm.')}</p><label>${d.text('Project name')} <input></label><br>` +
    `<label><input type="checkbox"> ${d.text('Keep a copy')}</label><br><button>${d.text('Delete project')}</button><button>${d.text('Cancel')}</button></div></div>`
  const css = '.ov{position:fixed;inset:0;background:rgba(0,0,0,.5);display:flex;align-items:center;justify-content:center}.dlg{background:#fff;padding:20px}'
  return d.page('k-modal', '/modal', 'Projects', app + dialog, css)
}

function makePages(otherPort) {
  return [
    form(), console_(), longCards(), cards(5000, 'd-cards5000'), table(10000, 'e-table200k'), deep(), frames(otherPort), shadows(), divs(), article(), modal(),
    table(50, 's-table1k'), table(500, 's-table10k'), table(2500, 's-table50k'),
  ]
}

function listen(pages) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const frame = /^\/frame\/(\d+)$/.exec(pathname)
    const page = pages.find((one) => one.path === pathname)
    response.statusCode = frame || page ? 200 : pathname === '/favicon.ico' ? 204 : 404
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(frame ? framePage(Number(frame[1])) : page?.html)
  })
  return new Promise((done) => server.listen(0, () => done(server)))
}

// serve makes the pages and serves them on two loopback ports, so that frames
// can have other origins.
export async function serve() {
  const pages = []
  const servers = [await listen(pages), await listen(pages)]
  const [port, otherPort] = servers.map((server) => server.address().port)
  pages.push(...makePages(otherPort))
  for (const page of pages) page.url = `http://127.0.0.1:${port}${page.path}`
  const close = () => servers.forEach((server) => (server.close(), server.closeAllConnections()))
  return { pages, close }
}
