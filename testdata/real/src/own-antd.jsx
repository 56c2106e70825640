import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, Cascader, DatePicker, Dropdown, Form, Menu, Rate, Slider, TimePicker, Transfer, Tree, TreeSelect } from 'antd';
const where = [{ value: 'north', label: 'North', children: [{ value: 'port', label: 'Port', children: [{ value: 'quay', label: 'Quay' }, { value: 'dock', label: 'Dock' }] }] }, { value: 'south', label: 'South', children: [{ value: 'mill', label: 'Mill' }] }];
const crew = [{ value: 'deck', title: 'Deck', children: [{ value: 'bosun', title: 'Bosun' }, { value: 'cook', title: 'Cook' }] }, { value: 'hold', title: 'Hold', children: [{ value: 'stoker', title: 'Stoker' }] }];
const goods = ['Hemp', 'Salt', 'Tar'].map(key => ({ key, title: key }));
const rooms = [{ key: 'upper', title: 'Upper deck', children: [{ key: 'bridge', title: 'Bridge' }, { key: 'mess', title: 'Mess' }] }, { key: 'lower', title: 'Lower deck', children: [{ key: 'store', title: 'Store' }] }];
function App() {
  const [state, set] = useState({}), [sent, send] = useState([]);
  const put = name => value => set(s => ({ ...s, [name]: value }));
  return <div style={{ padding: 16, width: 620 }}><h1>Sailing orders</h1><p id="out">{JSON.stringify(state)}</p><Form layout="vertical">
    <Form.Item label="Place" htmlFor="place"><Cascader id="place" options={where} onChange={put('place')} /></Form.Item>
    <Form.Item label="Crew" htmlFor="crew"><TreeSelect id="crew" treeData={crew} treeDefaultExpandAll onChange={put('crew')} /></Form.Item>
    <Form.Item label="Hour" htmlFor="hour"><TimePicker id="hour" format="HH:mm" onChange={(_, text) => put('hour')(text)} /></Form.Item>
    <Form.Item label="Stay"><DatePicker.RangePicker id={{ start: 'from', end: 'to' }} onChange={(_, text) => put('stay')(text)} /></Form.Item>
    <Form.Item label="Speed"><Slider ariaLabelForHandle="Speed" defaultValue={30} onChange={put('speed')} /></Form.Item>
    <Form.Item label="Weather"><Rate onChange={put('weather')} /></Form.Item></Form>
    <Transfer dataSource={goods} targetKeys={sent} titles={['Ashore', 'Aboard']} onChange={keys => { send(keys); put('aboard')(keys); }} render={one => one.title} />
    <Tree checkable treeData={rooms} onCheck={put('rooms')} />
    <Menu mode="horizontal" items={[{ key: 'flags', label: 'Flags', children: [{ key: 'signal', label: 'Signal flags', children: [{ key: 'pilot', label: 'Call the pilot' }, { key: 'doctor', label: 'Call the doctor' }] }] }, { key: 'lights', label: 'Lights' }]} onClick={({ key }) => put('menu')(key)} />
    <Dropdown menu={{ items: [{ key: 'sail', label: 'Set sail' }, { key: 'anchor', label: 'Drop anchor' }], onClick: ({ key }) => put('order')(key) }}><Button>Orders</Button></Dropdown></div>;
}
createRoot(document.getElementById('root')).render(<App />);
