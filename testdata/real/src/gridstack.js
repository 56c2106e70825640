import 'gridstack/dist/gridstack.css';
import { GridStack } from 'gridstack';
GridStack.init().load([{ w: 4, h: 2, content: 'Tide table' }, { w: 4, h: 2, content: 'Wind rose' }]);
for (const el of document.querySelectorAll('.grid-stack-item-content')) { const b = document.createElement('button'); b.textContent = 'Close ' + el.textContent; el.append(b); }
