import type { Server } from 'node:net';
import { ignore } from '#lib/runtime/system/ignore.ts';
import { Engine } from './engine.ts';
import type { Order, Word } from './protocol.ts';

/** The engine process: a VPC's load balancers, inside its network, with listening sockets from outside of it. */

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
// Nobody is left to tell it what to do, and the ports are wanted by its successor.
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C is meant for the agent.
process.on('SIGINT', ignore);
process.on('SIGHUP', ignore);
// One connection's fault must not end the others.
process.on('uncaughtException', (error) => process.stderr.write(`unexpected: ${error.stack ?? error.message}\n`));
