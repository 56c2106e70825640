import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Listbox, Menu, Switch, Disclosure, RadioGroup, Tab, Combobox, Popover } from '@headlessui/react';
function App() {
  const [lamp, setLamp] = useState('Oil'), [on, setOn] = useState(false), [size, setSize] = useState('S');
  return <div><h1>Lamp room</h1>
    <Listbox value={lamp} onChange={setLamp}><Listbox.Label>Lamp</Listbox.Label><Listbox.Button>{lamp}</Listbox.Button><Listbox.Options static>{['Oil', 'Gas'].map(x => <Listbox.Option key={x} value={x}>{x}</Listbox.Option>)}</Listbox.Options></Listbox>
    <Menu><Menu.Button>More</Menu.Button><Menu.Items static><Menu.Item><a href="#trim">Trim</a></Menu.Item><Menu.Item disabled><span>Sell</span></Menu.Item></Menu.Items></Menu>
    <Switch.Group><Switch.Label>Lit</Switch.Label><Switch checked={on} onChange={setOn}>.</Switch></Switch.Group>
    <Disclosure><Disclosure.Button>History</Disclosure.Button><Disclosure.Panel>Old lamps.</Disclosure.Panel></Disclosure>
    <RadioGroup value={size} onChange={setSize}><RadioGroup.Label>Size</RadioGroup.Label>{['S', 'L'].map(x => <RadioGroup.Option key={x} value={x}>{x === 'S' ? 'Small' : 'Large'}</RadioGroup.Option>)}</RadioGroup>
    <Tab.Group><Tab.List><Tab>Wicks</Tab><Tab>Glass</Tab></Tab.List><Tab.Panels><Tab.Panel>Wicks here</Tab.Panel><Tab.Panel>Glass here</Tab.Panel></Tab.Panels></Tab.Group>
    <Combobox value={lamp} onChange={setLamp}><Combobox.Label>Find lamp</Combobox.Label><Combobox.Input onChange={() => {}} /><Combobox.Button>Open list</Combobox.Button></Combobox>
    <Popover><Popover.Button>Help</Popover.Button><Popover.Panel>Ask the keeper.</Popover.Panel></Popover></div>;
}
createRoot(document.getElementById('root')).render(<App />);
