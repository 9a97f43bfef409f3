// Opens connections to the engine in the network namespace that it was started in, and hands them to its parent, which
// lives in another. Plain JavaScript starts in 40 ms instead of 70. Arguments: the engine's port, and how many.
import { connect } from 'node:net';

const [port = 0, count = 0] = process.argv.slice(2).map(Number);

for (let opened = 0; opened < count; opened++) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.once('error', () => process.exit(1));
  socket.once('connect', () => process.send?.('connection', socket));
}
process.once('disconnect', () => process.exit(0));
