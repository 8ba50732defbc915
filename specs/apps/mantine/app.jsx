import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Accordion, Button, Checkbox, Drawer, MantineProvider, MultiSelect, NumberInput, PinInput, Rating, SegmentedControl,
  Select, Stepper, TagsInput, TextInput } from '@mantine/core';
import { DatePickerInput, TimeInput } from '@mantine/dates';

function Camp() {
  const [step, setStep] = useState(0);
  const [who, setWho] = useState('');
  const [food, setFood] = useState([]);
  const [days, setDays] = useState([null, null]);
  const [people, setPeople] = useState(1);
  const [place, setPlace] = useState(null);
  const [pin, setPin] = useState('');
  const [open, setOpen] = useState(false);
  return <MantineProvider><h1>Camp</h1>
    <Stepper active={step} onStepClick={setStep}>
      <Stepper.Step label="Who"><TextInput label="Name" withAsterisk value={who} onChange={(e) => setWho(e.currentTarget.value)} />
        <NumberInput label="People" min={1} max={8} value={people} onChange={setPeople} /></Stepper.Step>
      <Stepper.Step label="What"><MultiSelect label="Food" data={['Vegan', 'No nuts', 'No milk']} value={food} onChange={setFood} searchable hidePickedOptions />
        <Select label="Place" data={[{ group: 'Wood', items: ['Oak', 'Elm'] }, { group: 'Lake', items: ['Shore', 'Island'] }]} value={place} onChange={setPlace} /></Stepper.Step>
      <Stepper.Step label="When"><DatePickerInput label="Days" type="range" defaultDate="2026-07-01" value={days} onChange={setDays} />
        <PinInput aria-label="Code" length={4} onChange={setPin} /></Stepper.Step>
      <Stepper.Completed>All is said.</Stepper.Completed>
    </Stepper>
    <Button onClick={() => setStep(step + 1)} disabled={step > 2}>Next</Button>
    <Button onClick={() => setOpen(true)} disabled={step < 3}>Show</Button>
    <Drawer opened={open} onClose={() => setOpen(false)} title="Your camp" closeButtonProps={{ 'aria-label': 'Close' }}>
      {who} and {people - 1} more, {food.join(' + ')}, at {place}, {days.join(' to ')}, code {pin}
    </Drawer>
  </MantineProvider>;
}
createRoot(document.querySelector('#root')).render(<Camp />);
