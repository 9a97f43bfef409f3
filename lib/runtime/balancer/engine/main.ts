import type { Server } from 'node:net';
import type { Order, Word } from '#lib/runtime/balancer/spec.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Engine } from './engine.ts';

/**
 * The engine process. It serves a VPC's load balancers from inside its network; the listening sockets come from
 * outside.
 */

const engine = new Engine((news) => say({ type: 'health', news }));

function say(word: Word): void {
  if (process.connected) process.send?.(word, undefined, undefined, ignore);
}

function obey(order: Order, socket: Server | undefined): readonly number[] {
  if (order.act === 'apply') return engine.apply(order.spec);
  if (order.act === 'remove') engine.remove(order.id);
  else if (socket) engine.listen(order.id, order.port, socket);
  return [];
}

process.on('message', (order: Order, socket: Server | undefined) => {
  say({ type: 'done', seq: order.seq, missing: obey(order, socket) });
});
// The runtime is gone: no more orders come, and the successor needs the ports.
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal is meant for the agent.
process.on('SIGINT', ignore);
process.on('SIGHUP', ignore);
// A fault of one connection must not end the others.
process.on('uncaughtException', (error) => process.stderr.write(`unexpected: ${error.stack ?? error.message}\n`));
