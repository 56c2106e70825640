import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import { FixedSizeGrid } from 'react-window';
function App() {
  const [said, say] = useState('nothing yet');
  return <div><h1>Archive</h1><p id="out">Opened: {said}</p>
    <section aria-label="Boxes"><Virtuoso style={{ height: 300, width: 420 }} totalCount={10000} itemContent={n => <div style={{ padding: 6 }}>Box {n.toLocaleString('en-US')} <button onClick={() => say('box ' + n)}>Open box {n.toLocaleString('en-US')}</button></div>} /></section>
    <section aria-label="Lockers"><FixedSizeGrid columnCount={50} columnWidth={90} rowCount={9000} rowHeight={30} height={210} width={420}>{({ columnIndex: c, rowIndex: r, style }) => <div style={style}><button onClick={() => say(`locker ${r}.${c}`)}>Locker {r}.{c}</button></div>}</FixedSizeGrid></section></div>;
}
createRoot(document.getElementById('root')).render(<App />);
