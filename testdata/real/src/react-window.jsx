import React from 'react';
import { createRoot } from 'react-dom/client';
import { FixedSizeList } from 'react-window';
const Row = ({ index, style }) => <div style={style}><label><input type="checkbox" /> Letter {index}</label> <a href={'#' + index}>Read</a></div>;
createRoot(document.getElementById('root')).render(<div><h1>Post room</h1><FixedSizeList height={300} width={400} itemSize={30} itemCount={5000}>{Row}</FixedSizeList></div>);
