import '@ui5/webcomponents/dist/Assets.js';
import '@ui5/webcomponents/dist/Label.js';
import '@ui5/webcomponents/dist/Input.js';
import '@ui5/webcomponents/dist/SuggestionItem.js';
import '@ui5/webcomponents/dist/features/InputSuggestions.js';
import '@ui5/webcomponents/dist/Select.js';
import '@ui5/webcomponents/dist/Option.js';
import '@ui5/webcomponents/dist/DatePicker.js';
import '@ui5/webcomponents/dist/MultiComboBox.js';
import '@ui5/webcomponents/dist/MultiComboBoxItem.js';
import '@ui5/webcomponents/dist/CheckBox.js';
import '@ui5/webcomponents/dist/StepInput.js';
import '@ui5/webcomponents/dist/Button.js';
import '@ui5/webcomponents/dist/Dialog.js';


const one = (id) => document.getElementById(id);
const dialog = document.querySelector('ui5-dialog');
one('ask').addEventListener('click', () => {
  const told = [...one('tell').children].filter((item) => item.selected).map((item) => item.text).join('+');
  one('summary').textContent = `${one('who').value}, ${one('kind').selectedOption.textContent}, ${one('day').value}, ` +
    `${one('days').value} days, tell ${told}${one('half').checked ? ', half' : ''}`;
  dialog.open = true;
});
one('yes').addEventListener('click', () => {
  dialog.open = false;
  document.querySelector('output').textContent = 'Asked: ' + one('summary').textContent;
});
