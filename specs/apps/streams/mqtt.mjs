// MQTT over WebSockets: a broker, and a page that subscribes to a sensor. All messages are binary.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import Aedes from 'aedes';
import { WebSocketServer, createWebSocketStream } from 'ws';

const client = new URL('node_modules/mqtt/dist/mqtt.min.js', import.meta.url);
const page = `<!doctype html><title>Sensor</title><link rel=icon href="data:,"><script src=/client.js></script>
<p role=status id=status>waiting</p><output id=value></output>
<script>
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  const sensor = mqtt.connect('ws://' + location.host + '/mqtt', { keepalive: 60, reconnectPeriod: 30000 });
  sensor.on('connect', () => { show('status', 'connected'); sensor.subscribe('hall/temperature'); });
  sensor.on('close', () => show('status', 'lost'));
  sensor.on('message', (topic, value) => show('value', topic + ' ' + value.toString()));
</script>`;
const broker = new Aedes();
const server = createServer(async (request, response) => {
  const isClient = request.url === '/client.js';
  response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
  response.end(isClient ? await readFile(client) : page);
});
new WebSocketServer({ server }).on('connection', (socket) => broker.handle(createWebSocketStream(socket)));
broker.on('subscribe', () => broker.publish({ topic: 'hall/temperature', payload: Buffer.from('21.5') }, () => {}));
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening on port ' + server.address().port));
