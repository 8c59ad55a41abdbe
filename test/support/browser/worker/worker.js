// Keeps nothing and answers nothing: each query behind its address is another version of it. Says whether it was asked
// to take over.
let isAsked = false;
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data.type === 'WAS_ASKED') port.postMessage(isAsked);
  if (data.type !== 'SKIP_WAITING') return;
  isAsked = true;
  self.skipWaiting();
});
