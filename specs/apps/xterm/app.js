import '@xterm/xterm/css/xterm.css';
import { WebglAddon } from '@xterm/addon-webgl';
import { Terminal } from '@xterm/xterm';

const terminal = new Terminal({ screenReaderMode: true, rows: 12 });
terminal.open(document.querySelector('#terminal'));
terminal.loadAddon(new WebglAddon());  // drawn on a canvas
let line = '';
const prompt = () => terminal.write('\r\n$ ');
terminal.write('Welcome.');
prompt();
terminal.onData((data) => {
  for (const letter of data) {
    if (letter === '\r') {
      const [word, ...rest] = line.split(' ');
      terminal.write('\r\n' + (word === 'echo' ? rest.join(' ') : word === 'add' ? String(rest.map(Number).reduce((a, b) => a + b)) : `${word}: not found`));
      line = '';
      prompt();
    } else if (letter === '\x7f') {
      if (line) terminal.write('\b \b');
      line = line.slice(0, -1);
    } else {
      line += letter;
      terminal.write(letter);
    }
  }
});
