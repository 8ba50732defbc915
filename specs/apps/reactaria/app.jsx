import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, Calendar, CalendarCell, CalendarGrid, Cell, Checkbox, Column, ComboBox, DateInput, DatePicker, DateSegment, Dialog, GridList,
  GridListItem, Group, Heading, Input, Label, ListBox, ListBoxItem, NumberField, Popover, Row, Slider, SliderOutput, SliderThumb,
  SliderTrack, Table, TableBody, TableHeader, Tag, TagGroup, TagList } from 'react-aria-components';
import './app.css';

function Flight() {
  const [said, say] = useState('');
  const [day, setDay] = useState(null);
  const [seats, setSeats] = useState(1);
  const [picked, pick] = useState(new Set());
  return <>
    <h1>Flight</h1>
    <ComboBox onSelectionChange={(to) => say(`To ${to}`)}><Label>To</Label><Input /><Button>▼</Button>
      <Popover className="box"><ListBox>{['Cork', 'Dublin', 'Galway', 'Knock'].map((to) => <ListBoxItem key={to} id={to}>{to}</ListBoxItem>)}</ListBox></Popover>
    </ComboBox>
    <DatePicker value={day} onChange={setDay}><Label>Day</Label>
      <Group><DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput><Button>▦</Button></Group>
      <Popover className="box"><Dialog><Calendar><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button>
        <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid></Calendar></Dialog></Popover>
    </DatePicker>
    <NumberField value={seats} onChange={setSeats} minValue={1}><Label>Seats</Label><Group><Button slot="decrement">−</Button><Input /><Button slot="increment">+</Button></Group></NumberField>
    <Table aria-label="Flights" selectionMode="multiple" selectedKeys={picked} onSelectionChange={pick}>
      <TableHeader><Column><Checkbox slot="selection">✓</Checkbox></Column><Column isRowHeader>Flight</Column><Column>Leaves</Column></TableHeader>
      <TableBody>{['EI 10', 'EI 20', 'EI 30'].map((id, n) => <Row key={id} id={id}>
        <Cell><Checkbox slot="selection">✓</Checkbox></Cell><Cell>{id}</Cell><Cell>{8 + n * 3}:00</Cell></Row>)}</TableBody>
    </Table>
    <Slider defaultValue={20} onChangeEnd={(kilos) => say(`${kilos} kg`)} className="slider"><Label>Luggage</Label><SliderOutput />
      <SliderTrack className="track"><SliderThumb className="thumb" /></SliderTrack></Slider>
    <Button onPress={(e) => say(`${[...picked].join(' and ')} on ${day}, ${seats} seats, by ${e.pointerType}`)}>Book</Button>
    <output aria-label="Result">{said}</output>
  </>;
}
createRoot(document.querySelector('#root')).render(<Flight />);
