import { EventEmitter } from 'node:events';
import { AgentFaults } from '#lib/agent/faults.ts';
import { AgentLink } from '#lib/local/dev/faults/agent-link.ts';
import { FaultBook } from '#lib/local/dev/faults/book.ts';
import { readFaults } from '#lib/local/dev/faults/read.ts';
import type { FaultCall } from '#lib/model/platform/faults.ts';
import type { AskedFault } from '#test/support/platform/dev-faults.ts';

/** An agent's faults, and the book of the platform that sets them, over a channel in this process. */
export function linkedFaults() {
  const book = new FaultBook();
  const [toAgent, toPlatform] = [new EventEmitter(), new EventEmitter()];
  const deliver = (to: EventEmitter, message: unknown) =>
    setImmediate(() => to.emit('message', structuredClone(message)));
  const faults = new AgentFaults({
    send: (call) => void deliver(toPlatform, call),
    onMessage: (listener) => void toAgent.on('message', listener),
  });
  new AgentLink(book, 'local').attach({
    connected: true,
    send: (message) => deliver(toAgent, message),
    on: (_event, listener: (call: FaultCall) => void) => toPlatform.on('message', listener),
    once: () => undefined,
  });
  return { book, faults, set: (...asked: AskedFault[]) => book.set(readFaults({ faults: asked })) };
}
