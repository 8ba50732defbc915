import '@ionic/core/css/core.css';
import { initialize, alertController, toastController } from '@ionic/core/components';
import * as parts from './parts.js';

initialize();
for (const part of Object.values(parts)) part();
const one = (selector) => document.querySelector(selector);
const modal = one('ion-modal');
one('#add').onclick = () => modal.present();
one('#save').onclick = async () => {
  const item = document.createElement('ion-item');
  const said = `${one('ion-input').value}, ${one('ion-select').value}, ${one('#meal').value}` +
    `${one('#back').checked ? ', return' : ''}${one('#bike').checked ? ', bicycle' : ''}`;
  item.innerHTML = `<ion-label>${said}</ion-label><ion-button slot="end" fill="clear">Remove</ion-button>`;
  item.querySelector('ion-button').onclick = async () => {
    const alert = await alertController.create({
      header: 'Remove this trip?', buttons: ['Keep', { text: 'Remove', role: 'destructive', handler: () => item.remove() }] });
    await alert.present();
  };
  one('#trips').append(item);
  await modal.dismiss();
  (await toastController.create({ message: 'Trip saved', duration: 0, buttons: ['Close'] })).present();
};
