import 'primereact/resources/themes/lara-light-blue/theme.css';
import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PrimeReactProvider } from 'primereact/api';
import { Button } from 'primereact/button'; import { Calendar } from 'primereact/calendar'; import { Checkbox } from 'primereact/checkbox'; import { Dropdown } from 'primereact/dropdown';
import { InputText } from 'primereact/inputtext'; import { InputNumber } from 'primereact/inputnumber'; import { Menubar } from 'primereact/menubar'; import { MultiSelect } from 'primereact/multiselect';
import { RadioButton } from 'primereact/radiobutton'; import { TabView, TabPanel } from 'primereact/tabview'; import { Tree } from 'primereact/tree'; import { DataTable } from 'primereact/datatable'; import { Column } from 'primereact/column'; import { InputSwitch } from 'primereact/inputswitch';
const rows = [1, 2, 3].map(n => ({ id: n, title: 'Ledger ' + n }));
function App() {
  const [town, setTown] = useState(null), [ok, setOk] = useState(false);
  return <PrimeReactProvider><div><Menubar model={[{ label: 'Books', items: [{ label: 'Open' }] }, { label: 'Print', command: () => {} }]} />
    <h1>Counting house</h1><p><label htmlFor="clerk">Clerk</label><InputText id="clerk" /></p><p><label htmlFor="sum">Sum</label><InputNumber inputId="sum" showButtons value={4} /></p>
    <p><Dropdown value={town} onChange={e => setTown(e.value)} options={['Ghent', 'Turin']} placeholder="Town" aria-label="Town" /></p><p><MultiSelect options={['Gold', 'Wool']} placeholder="Goods" /></p>
    <p><Checkbox inputId="ok" checked={ok} onChange={e => setOk(e.checked)} /><label htmlFor="ok">Audited</label></p><p><InputSwitch aria-label="Sealed" checked={ok} /></p>
    <p><RadioButton inputId="r1" name="r" value="a" /><label htmlFor="r1">Cash</label></p><p><label htmlFor="day">Day</label><Calendar inputId="day" showIcon /></p>
    <TabView><TabPanel header="Credit"><p>Credit side</p></TabPanel><TabPanel header="Debit"><p>Debit side</p></TabPanel></TabView>
    <Tree value={[{ key: 'a', label: 'Accounts', children: [{ key: 'b', label: 'Wages' }] }]} />
    <DataTable value={rows} paginator rows={2} selectionMode="single"><Column field="id" header="Number" sortable /><Column field="title" header="Title" /></DataTable><Button label="Post" icon="pi pi-check" /></div></PrimeReactProvider>;
}
createRoot(document.getElementById('root')).render(<App />);
