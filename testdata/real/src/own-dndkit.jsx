import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DndContext, PointerSensor, closestCenter, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
function Row({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  return <li ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform), transition, padding: 10, margin: 4, background: '#dde', width: 240 }} {...attributes} {...listeners}>{id}</li>;
}
function App() {
  const [rows, setRows] = useState(['Bow', 'Mast', 'Keel', 'Stern']);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const end = ({ active, over }) => { if (over && active.id !== over.id) setRows(r => arrayMove(r, r.indexOf(active.id), r.indexOf(over.id))); };
  return <div><h1>Parts</h1><DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}><SortableContext items={rows} strategy={verticalListSortingStrategy}><ul style={{ listStyle: 'none' }}>{rows.map(id => <Row key={id} id={id} />)}</ul></SortableContext></DndContext><p id="out">Order: {rows.join(', ')}</p></div>;
}
createRoot(document.getElementById('root')).render(<App />);
