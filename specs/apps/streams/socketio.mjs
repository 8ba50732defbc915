// Socket.IO: a server with a page that shows prices, and sends orders with an acknowledgement.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const page = `<!doctype html><title>Prices</title><link rel=icon href="data:,"><script src=/socket.io/socket.io.js></script>
<p role=status id=status>waiting</p><output id=price></output><button id=order>Order</button><p id=answer></p>
<script>
  const socket = io({ reconnectionDelay: 30000, randomizationFactor: 0 });
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  socket.on('connect', () => show('status', 'connected by ' + socket.io.engine.transport.name));
  socket.io.engine.on('upgrade', (transport) => show('status', 'connected by ' + transport.name));
  socket.on('disconnect', () => show('status', 'lost'));
  socket.on('price', (price) => show('price', price.name + ' ' + price.value));
  document.getElementById('order').onclick = () => socket.emit('order', 'tea', (answer) => show('answer', answer));
</script>`;
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end(page);
});
const sockets = new Server(server);
sockets.on('connection', (socket) => {
  socket.emit('price', { name: 'tea', value: 3 });
  socket.on('order', (what, answer) => answer('ordered ' + what));
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening on port ' + server.address().port));
