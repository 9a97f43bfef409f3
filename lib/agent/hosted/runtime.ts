import { join } from 'node:path';
import { DriverError } from '#lib/agent/driver.ts';
import { containerBackend } from '#lib/agent/drivers/container/backend.ts';
import { processBackend } from '#lib/agent/drivers/process/backend.ts';
import { type Lock, takeLock } from './lock.ts';
import { Machines } from './machines.ts';
import type { CallName, Calls, RuntimeConfig } from './protocol.ts';

type Handlers = { [Name in CallName]: (params: Calls[Name][0], signal: AbortSignal) => Promise<Calls[Name][1]> };

/** What the runtime tells the agent on its own account. */
export type Reporter = Pick<ConstructorParameters<typeof Machines>[0], 'powerOff' | 'log'>;

/** The runtime's calls, and what it does when the agent is gone without a close. */
export interface Runtime {
  readonly handlers: Handlers;
  abandon(): void;
}

/** Makes a runtime that refuses every call until it was opened. */
export function makeRuntime(reporter: Reporter): Runtime {
  let opened: { machines: Machines; lock: Lock; abandon: () => void } | null = null;
  const machines = () => {
    if (!opened) throw new DriverError('CLOSED', 'the driver is not open');
    return opened.machines;
  };
  const open = async (config: RuntimeConfig) => {
    const backend = config.kind === 'container' ? containerBackend(config.state) : processBackend(config.state);
    const lock = await takeLock(config.state).catch((error: unknown) => {
      throw error instanceof DriverError
        ? error
        : new DriverError('UNSUPPORTED', `the data folder cannot be used: ${String(error)}`);
    });
    opened = {
      lock,
      abandon: backend.abandon,
      machines: new Machines({ backend, root: join(config.state, 'machines'), ...reporter }),
    };
    await opened.machines.open();
    return { capabilities: await backend.probe() };
  };
  const close = async () => {
    await opened?.machines.close();
    await opened?.lock.release();
    opened = null;
    return null;
  };
  return {
    abandon: () => opened?.abandon(),
    handlers: {
      open,
      create: async (spec, signal) => machines().get(spec.id).create(spec, signal),
      start: async (spec, signal) => machines().get(spec.id).start(spec, signal),
      stop: async ({ id, ...how }, signal) => nothing(machines().get(id).stop(how, signal)),
      reboot: async ({ spec, ...how }, signal) => machines().get(spec.id).reboot(spec, how, signal),
      destroy: async ({ id }) => nothing(machines().get(id).destroy()),
      status: async ({ id }) => machines().status(id),
      list: async () => machines().list(),
      configure: async (spec) => nothing(machines().get(spec.id).configure(spec)),
      close,
    },
  };
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}
