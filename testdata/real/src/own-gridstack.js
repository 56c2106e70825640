import 'gridstack/dist/gridstack.css';
import { GridStack } from 'gridstack';
const grid = GridStack.init({ cellHeight: 80, column: 12, float: true });
for (const [id, x, title] of [['tide', 0, 'Tide table'], ['wind', 4, 'Wind rose']]) {
  const el = grid.addWidget({ id, x, y: 0, w: 4, h: 2, content: title });
  el.id = id;
}
grid.on('change', (e, items) => { document.getElementById('out').textContent = items.map(i => `${i.el.textContent.trim()} at ${i.x},${i.y}`).join('; '); });
