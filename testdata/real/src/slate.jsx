import React, { useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor } from 'slate';
import { Slate, Editable, withReact } from 'slate-react';
function App() {
  const editor = useMemo(() => withReact(createEditor()), []);
  return <div><h1>Log book</h1><Slate editor={editor} initialValue={[{ type: 'p', children: [{ text: 'Wind from the west.' }] }, { type: 'p', children: [{ text: 'Two ships passed.' }] }]}><Editable aria-label="Entry" /></Slate><Slate editor={useMemo(() => withReact(createEditor()), [])} initialValue={[{ type: 'p', children: [{ text: '' }] }]}><Editable placeholder="Remarks" /></Slate></div>;
}
createRoot(document.getElementById('root')).render(<App />);
