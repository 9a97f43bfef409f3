import type { Server } from 'node:net';
import type { EngineCommand, EngineMessage, Opening } from '#lib/runtime/balancer/spec.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Engine } from './engine.ts';

/**
 * The engine process. It serves a VPC's load balancers from inside its network; the listening sockets come from
 * outside.
 */

const engine = new Engine((news) => send({ type: 'health', news }));

function send(message: EngineMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignore);
}

async function execute(command: EngineCommand, socket: Server | undefined): Promise<readonly Opening[]> {
  if (command.act === 'apply') return engine.apply(command.spec);
  if (command.act === 'remove') engine.remove(command.id);
  else if (command.act === 'ended') engine.ended(command.instance);
  else await engine.listen(command.id, command.opening, socket);
  return [];
}

process.on('message', (command: EngineCommand, socket: Server | undefined) => {
  const { seq } = command;
  execute(command, socket).then(
    (missing) => send({ type: 'done', seq, missing }),
    (error: Error) => send({ type: 'failed', seq, reason: error.message }),
  );
});
// The runtime is gone: no more orders come, and the successor needs the ports.
process.on('disconnect', () => process.exit(0));
// Ctrl-C in a terminal is meant for the agent.
process.on('SIGINT', ignore);
process.on('SIGHUP', ignore);
// A fault of one connection must not end the others.
process.on('uncaughtException', (error) => process.stderr.write(`unexpected: ${error.stack ?? error.message}\n`));
