// Makes sockets in the network namespace that it was started in, and hands them to its parent, which lives in another.
// It is a program of its own, in plain JavaScript, because it is started for each machine: it takes 40 ms instead of
// 70.
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';

/** @typedef {{ seq: number, act: 'listen' | 'connect' | 'bind', host: string, port: number, from?: string }} Order */

/** @param {Order} order */
function listen({ seq, host, port }) {
  const server = createServer({ pauseOnConnect: true });
  server.once('error', (error) => fail(seq, error));
  server.listen({ host, port, backlog: 128 }, () => {
    // Closed here only after it has arrived in the parent.
    process.send?.({ seq }, server, undefined, () => server.close());
  });
}

/** @param {Order} order */
function dial({ seq, host, port, from }) {
  const socket = connect({ host, port, noDelay: true, ...(from && { localAddress: from }) });
  // Not read here: bytes that the other side sends at once belong to the parent.
  socket.pause();
  socket.once('error', (error) => fail(seq, error));
  socket.once('connect', () => process.send?.({ seq }, socket));
}

/** @param {Order} order */
function bind({ seq, host, port }) {
  const socket = createSocket('udp4');
  socket.once('error', (error) => fail(seq, error));
  socket.bind(port, host, () => process.send?.({ seq }, socket, undefined, () => socket.close()));
}

/**
 * @param {number} seq
 * @param {Error} error
 */
function fail(seq, error) {
  process.send?.({ seq, error: error.message });
}

const acts = { listen, connect: dial, bind };
process.on('message', (/** @type {Order} */ order) => acts[order.act](order));
process.on('disconnect', () => process.exit(0));
