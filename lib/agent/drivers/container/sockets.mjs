// Makes sockets in the network namespace that it was started in and hands them to its parent, which lives in another.
// A program of its own, and plain JavaScript, because it is started for each machine: 40 ms instead of 70.
import { connect, createServer } from 'node:net';

/** @typedef {{ seq: number, act: 'listen' | 'connect', host: string, port: number }} Order */

/** @param {Order} order */
function listen({ seq, host, port }) {
  const server = createServer({ pauseOnConnect: true });
  server.once('error', (error) => fail(seq, error));
  server.listen({ host, port, backlog: 128 }, () => {
    // Closed here only once it has arrived there.
    process.send?.({ seq }, server, undefined, () => server.close());
  });
}

/** @param {Order} order */
function dial({ seq, host, port }) {
  const socket = connect({ host, port, noDelay: true });
  // What the other side sends at once must be read by the parent.
  socket.pause();
  socket.once('error', (error) => fail(seq, error));
  socket.once('connect', () => process.send?.({ seq }, socket));
}

/**
 * @param {number} seq
 * @param {Error} error
 */
function fail(seq, error) {
  process.send?.({ seq, error: error.message });
}

process.on('message', (/** @type {Order} */ order) => (order.act === 'listen' ? listen(order) : dial(order)));
process.on('disconnect', () => process.exit(0));
