import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { callOfSetting, callsOf } from './calls.ts';
import { allows, type Called } from './evaluate.ts';
import type { Granted } from './granted.ts';

declare module 'vitest' {
  interface ProvidedContext {
    granted: Granted;
    /** The folder into which each worker writes what it saw. */
    recorded: string;
    /** Whether the project's files share processes. */
    shared: boolean;
  }
}

type Handler = (...args: unknown[]) => unknown;
type Send = (command: { input: unknown }, ...rest: unknown[]) => unknown;

/** What the transformed modules call (plugin.ts). */
interface Hooks {
  /** The handler of a function that runs under its role. */
  svcGranted?: (module: string, handler: Handler) => Handler;
  svcSetting?: (name: string) => void;
}

const hooks = globalThis as Hooks;

/** Where a file has a process of its own, the SDK is loaded for those that call handlers. */
const callsHandlers = /\/test\/(lib\/(domain|drivers)|functions|statemachines)\//;

// The files of one worker may share its modules, and so this.
if (!hooks.svcGranted && (inject('shared') || callsHandlers.test(expect.getState().testPath ?? ''))) {
  const { SFNClient } = await import('@aws-sdk/client-sfn');
  // Every client of the SDK has this prototype.
  record(Object.getPrototypeOf(SFNClient.prototype) as { send: Send });
}

/**
 * Runs every handler under the role of its function: a call of AWS that no grant allows fails as it would there. Writes
 * each grant that was needed, once, as `<function> <grant>`, and each refused call.
 */
function record(client: { send: Send }): void {
  const { functions, grants } = inject('granted');
  const file = join(inject('recorded'), `${process.pid}`);
  const running = new AsyncLocalStorage<string>();
  const seen = new Set<string>();
  const note = (...words: string[]) => {
    const line = `${words.join(' ')}\n`;
    if (!seen.has(line)) appendFileSync(file, line);
    seen.add(line);
  };
  const check = (call: Called) => {
    const own = functions[running.getStore() ?? ''];
    // A laptop's platform asks its own engines more than a deployment's does.
    if (!own || process.env.SVC_MODE === 'local') return;
    const by = own.access.filter((grant) => grants[grant]?.some((statement) => allows(statement, call)));
    // Of several grants that allow it, none is needed for this call alone.
    if (by.length > 0) return by.length === 1 && note(own.key, by[0] ?? '');
    note(own.key, 'refused', call.action, call.resource);
    const message = `${own.key} is not authorized to perform: ${call.action} on ${call.resource}`;
    throw Object.assign(new Error(message), { name: 'AccessDeniedException' });
  };
  hooks.svcGranted = (module, handler) => {
    const under: Handler = (...args) => running.run(module, () => handler(...args));
    return Object.assign(under, handler);
  };
  hooks.svcSetting = (name) => {
    const call = callOfSetting(name);
    if (call) check(call);
  };
  const checked = (send: Send): Send =>
    async function (this: unknown, command, ...rest) {
      for (const call of callsOf(command.constructor.name, command.input)) check(call);
      return send.call(this, command, ...rest);
    };
  const send = checked(client.send);
  Object.defineProperty(client, 'send', {
    get: () => send,
    // A client may get a shorter way of its own (lib/local/transport/client.ts).
    set(own: Send) {
      Object.defineProperty(this, 'send', { value: checked(own), writable: true, configurable: true });
    },
  });
}
