import Sortable from 'sortablejs';
const say = () => { document.getElementById('out').textContent = [...document.querySelectorAll('ul')].map(ul => ul.getAttribute('aria-label') + ': ' + [...ul.children].map(li => li.lastChild.textContent.trim()).join(', ')).join(' | '); };
for (const id of ['todo', 'done']) new Sortable(document.getElementById(id), { group: 'shed', animation: 120, onEnd: say });
new Sortable(document.getElementById('handles'), { handle: '.grip', forceFallback: true, animation: 120, onEnd: say });
say();
