import '@uppy/core/css/style.css';
import '@uppy/dashboard/css/style.css';
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import XHRUpload from '@uppy/xhr-upload';

new Uppy({ restrictions: { maxFileSize: 1000 } })
  .use(Dashboard, { inline: true, target: '#dashboard', proudlyDisplayPoweredByUppy: false })
  .use(XHRUpload, { endpoint: '/upload' })
  .on('complete', ({ successful }) => {
    document.querySelector('output').textContent = 'Kept ' + successful.map((file) => file.name).join(', ');
  });
