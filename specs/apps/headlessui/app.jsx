import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel, DialogTitle, Disclosure, DisclosureButton,
  DisclosurePanel, Field, Label, Listbox, ListboxButton, ListboxOption, ListboxOptions, Radio, RadioGroup, Switch } from '@headlessui/react';

const people = Array.from({ length: 500 }, (_, n) => `Colleague ${n + 1}`);

function Team() {
  const [query, ask] = useState('');
  const [lead, setLead] = useState(null);
  const [roles, setRoles] = useState([]);
  const [remote, setRemote] = useState(false);
  const [plan, setPlan] = useState('week');
  const [open, setOpen] = useState(false);
  const found = people.filter((name) => name.includes(query));
  const box = { background: '#eee', height: 150, overflow: 'auto', width: 200 };
  return <>
    <h1>Team</h1>
    <Field><Label>Lead</Label>
      <Combobox value={lead} onChange={setLead} virtual={{ options: found }} immediate>
        <ComboboxInput onChange={(e) => ask(e.target.value)} displayValue={(name) => name ?? ''} />
        <ComboboxOptions anchor="bottom" style={box}>{({ option }) => <ComboboxOption value={option}>{option}</ComboboxOption>}</ComboboxOptions>
      </Combobox></Field>
    <Field><Label>Roles</Label>
      <Listbox multiple value={roles} onChange={setRoles}>
        <ListboxButton>{roles.join(', ') || 'None'}</ListboxButton>
        <ListboxOptions anchor="bottom" style={box}>
          {['Reader', 'Writer', 'Owner'].map((role) => <ListboxOption key={role} value={role}>{role}</ListboxOption>)}
        </ListboxOptions>
      </Listbox></Field>
    <Field><Label>Works remotely</Label><Switch checked={remote} onChange={setRemote} style={{ width: 40, height: 20 }} /></Field>
    <RadioGroup value={plan} onChange={setPlan} aria-label="Meets">
      {['day', 'week'].map((every) => <Radio key={every} value={every}>Every {every}</Radio>)}
    </RadioGroup>
    <Disclosure><DisclosureButton>Why?</DisclosureButton><DisclosurePanel transition>So that work is shared.</DisclosurePanel></Disclosure>
    <button onClick={() => setOpen(true)}>Invite</button>
    <Dialog open={open} onClose={setOpen}><div style={{ position: 'fixed', inset: 0, background: '#0006' }}>
      <DialogPanel style={{ background: '#fff', margin: 60 }}><DialogTitle>Invitation</DialogTitle>
        <p>{lead} leads {roles.join(' and ')}, meets every {plan}{remote ? ', remotely' : ''}</p>
        <button onClick={() => setOpen(false)}>Send</button></DialogPanel></div></Dialog>
  </>;
}
createRoot(document.querySelector('#root')).render(<Team />);
