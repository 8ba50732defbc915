import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert, Autocomplete, Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControl,
  FormControlLabel, InputLabel, Menu, MenuItem, Rating, Select, Slider, Snackbar, TextField } from '@mui/material';

const countries = ['Austria', 'Belgium', 'Croatia', 'Denmark', 'Estonia', 'Finland', 'Germany', 'Hungary', 'Iceland', 'Ireland', 'Italy'];

function Orders() {
  const [order, change] = useState({ name: '', country: null, size: '', gift: false, amount: 2, stars: 0 });
  const [anchor, openMenu] = useState(null);
  const [asking, ask] = useState(false);
  const [said, say] = useState('');
  const set = (what) => change({ ...order, ...what });
  return <>
    <h1>Orders</h1>
    <TextField label="Name" value={order.name} onChange={(e) => set({ name: e.target.value })} />
    <Autocomplete options={countries} value={order.country} onChange={(e, country) => set({ country })} sx={{ width: 240 }}
      renderInput={(parts) => <TextField {...parts} label="Country" />} />
    <FormControl sx={{ width: 240 }}>
      <InputLabel id="size">Size</InputLabel>
      <Select labelId="size" label="Size" value={order.size} onChange={(e) => set({ size: e.target.value })}>
        <MenuItem value="S">Small</MenuItem><MenuItem value="M">Medium</MenuItem><MenuItem value="L">Large</MenuItem>
      </Select>
    </FormControl>
    <FormControlLabel label="A gift" control={<Checkbox checked={order.gift} onChange={(e) => set({ gift: e.target.checked })} />} />
    <Slider aria-label="Amount" min={1} max={10} value={order.amount} onChange={(e, amount) => set({ amount })} />
    <Rating name="stars" value={order.stars} onChange={(e, stars) => set({ stars })} />
    <Button variant="contained" onClick={() => ask(true)}>Order</Button>
    <Button onClick={(e) => openMenu(e.currentTarget)}>More</Button>
    <Menu anchorEl={anchor} open={anchor !== null} onClose={() => openMenu(null)}>
      <MenuItem onClick={() => { openMenu(null); set({ name: '', country: null }); }}>Clear</MenuItem>
      <MenuItem disabled>Archive</MenuItem>
    </Menu>
    <Dialog open={asking} onClose={() => ask(false)} aria-labelledby="sure">
      <DialogTitle id="sure">Order now?</DialogTitle>
      <DialogContent>{order.amount} × {order.size} for {order.name} in {order.country}</DialogContent>
      <DialogActions>
        <Button onClick={() => ask(false)}>Back</Button>
        <Button onClick={() => { ask(false); say(`Ordered by ${order.name}, ${order.stars} stars${order.gift ? ', a gift' : ''}`); }}>Yes</Button>
      </DialogActions>
    </Dialog>
    <Snackbar open={said !== ''} onClose={() => say('')}><Alert onClose={() => say('')}>{said}</Alert></Snackbar>
  </>;
}
createRoot(document.querySelector('#root')).render(<Orders />);
