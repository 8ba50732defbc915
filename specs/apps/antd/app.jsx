import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App, Button, Cascader, DatePicker, Form, Input, InputNumber, Modal, Popconfirm, Select, Switch, Table, TreeSelect } from 'antd';

const customers = Array.from({ length: 300 }, (_, n) => ({ value: `c${n + 1}`, label: `Customer ${n + 1}` }));
const places = [{ value: 'ie', label: 'Ireland', children: [{ value: 'd', label: 'Dublin' }, { value: 'g', label: 'Galway' }] },
  { value: 'de', label: 'Germany', children: [{ value: 'b', label: 'Berlin' }] }];

function Invoices() {
  const { message } = App.useApp();
  const [rows, setRows] = useState([]);
  const [open, setOpen] = useState(false);
  const [form] = Form.useForm();
  const finish = (values) => {
    setRows([...rows, { key: String(rows.length), who: values.who, place: values.place.join('/'), day: values.day.format('YYYY-MM-DD'),
      amount: values.amount, tags: values.tags.join('+') }]);
    setOpen(false);
    message.success('Invoice kept');
  };
  const columns = ['who', 'place', 'day', 'amount', 'tags'].map((name) => ({ title: name, dataIndex: name, sorter: (a, b) => (a[name] > b[name] ? 1 : -1) }));
  columns.push({ title: 'actions', render: (_, row) =>
    <Popconfirm title="Delete this invoice?" onConfirm={() => setRows(rows.filter((other) => other !== row))} okText="Delete it" cancelText="Keep it">
      <Button>Delete</Button></Popconfirm> });
  return <>
    <h1>Invoices</h1>
    <Button type="primary" onClick={() => setOpen(true)}>New invoice</Button>
    <Table dataSource={rows} columns={columns} rowSelection={{}} />
    <Modal title="New invoice" open={open} onCancel={() => setOpen(false)} onOk={() => form.submit()} okText="Keep">
      <Form form={form} onFinish={finish} layout="vertical" initialValues={{ tags: [], amount: 1 }}>
        <Form.Item name="who" label="Customer" rules={[{ required: true, message: 'Who pays?' }]}><Select showSearch options={customers} optionFilterProp="label" /></Form.Item>
        <Form.Item name="place" label="Place"><Cascader options={places} /></Form.Item>
        <Form.Item name="day" label="Due"><DatePicker /></Form.Item>
        <Form.Item name="amount" label="Amount"><InputNumber min={1} /></Form.Item>
        <Form.Item name="tags" label="Tags"><Select mode="tags" options={[{ value: 'late' }, { value: 'big' }]} /></Form.Item>
        <Form.Item name="mail" label="By mail" valuePropName="checked"><Switch /></Form.Item>
      </Form>
    </Modal>
  </>;
}
createRoot(document.querySelector('#root')).render(<App><Invoices /></App>);
