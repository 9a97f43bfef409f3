import { LinkError } from '#lib/agent/link/link-error.ts';
import type { Session } from '#lib/agent/session.ts';
import type { Controls } from './control.ts';
import type { HostFiles } from './files.ts';
import { HostError } from './host-error.ts';
import { rotateKey } from './rotation.ts';

/** What the agent that runs does when a command asks it. `end` has it end in order. */
export function controlsOf(session: Session, files: HostFiles, end: () => void): Controls {
  const { link, driver } = session;
  let rotating: Promise<{ public_key: string }> | undefined;
  const placed = async () =>
    (await link.call('listHostMachines', {})).machines.filter(({ want }) => want !== 'moved').length;
  return {
    async status() {
      const running = (await session.machines()).length;
      const processes = await session.processes();
      const now = { processes, driver, consoles: session.consoles, running, heard: link.heard ?? null };
      try {
        const { state } = await link.call('beatHost', { jobs: [] });
        return { ...now, heard: Date.now(), state, reason: null, machines: await placed() };
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        return { ...now, state: null, reason: error.message, machines: running };
      }
    },
    rotateKey() {
      rotating ??= rotateKey(link, files)
        .then(({ public_key }) => ({ public_key }))
        .finally(() => {
          rotating = undefined;
        });
      return rotating;
    },
    async leave({ force = false }) {
      const machines = await placed();
      if (machines > 0 && !force) throw new HostError(`this host has ${counted(machines)}: ${howToEmpty}`);
      // Whoever has asked gets the answer first.
      setImmediate(end);
      return { machines };
    },
  };
}

/** So many machines, in words. */
export const counted = (machines: number): string => (machines === 1 ? 'one machine' : `${machines} machines`);

const howToEmpty = 'drain it and wait until they are gone, or say --force and leave them to their end';
