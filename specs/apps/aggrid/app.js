import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);
const say = (text) => { document.querySelector('output').textContent = text; };
createGrid(document.querySelector('#grid'), {
  rowData: Array.from({ length: 3000 }, (_, n) => ({ id: `T${n + 1}`, side: n % 3 ? 'Buy' : 'Sell', price: 100 + ((n * 31) % 97), desk: ['Cork', 'Bonn', 'Lyon'][n % 3] })),
  columnDefs: [{ field: 'id', filter: true, floatingFilter: true, pinned: 'left' }, { field: 'side', editable: true, cellEditor: 'agSelectCellEditor', cellEditorParams: { values: ['Buy', 'Sell'] } },
    { field: 'price', editable: true, sortable: true }, { field: 'desk', filter: true },
    ...Array.from({ length: 20 }, (_, n) => ({ headerName: `Note ${n + 1}`, valueGetter: ({ data }) => `${data.id} note ${n + 1}` }))],
  rowSelection: { mode: 'multiRow' }, getRowId: ({ data }) => data.id,
  onCellValueChanged: ({ data, colDef, newValue }) => say(`${data.id} ${colDef.field} ${newValue}`),
  onSelectionChanged: ({ api }) => say('Selected ' + api.getSelectedRows().map(({ id }) => id).join(' ')),
});
