// `slow-sockets.ts <port> <count>`, run by the load script: keeps that many connections open that never end their
// request. Each sends one byte of a header every 4 seconds, and is opened again when the server closes it.
import { connect, type Socket } from 'node:net';
import { argv, stdin } from 'node:process';

const [port, count] = argv.slice(2).map(Number) as [number, number];
const sockets = new Set<Socket>();
const opensAtOnce = 200;
let opening = 0;
let isTold = false;

function open(): void {
  if (opening >= opensAtOnce) return;
  opening += 1;
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => {
    opening -= 1;
    sockets.add(socket);
    socket.write('POST /webauthn/login/options HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    if (sockets.size >= count && !isTold) {
      isTold = true;
      console.log('open');
    }
  });
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.once('close', () => {
    if (!sockets.delete(socket)) opening -= 1;
  });
}

// Spread over 8 seconds, so that the server does not close them all at once; some more than asked for, because those that
// it closes are missing until they are open again.
const wanted = Math.ceil(count * 1.25);
const perTick = Math.ceil(wanted / 400);
setInterval(() => {
  for (let missing = Math.min(wanted - sockets.size - opening, perTick); missing > 0; missing -= 1) open();
}, 20);
setInterval(() => {
  for (const socket of sockets) if (Math.random() < 0.125) socket.write('x');
}, 500);
setInterval(() => console.error(JSON.stringify({ open: sockets.size })), 1000);
stdin.resume().once('end', () => process.exit());
