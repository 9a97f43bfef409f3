import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { joined } from '#lib/runtime/groups/join.ts';
import { followInit } from '#lib/runtime/machines/follow-init.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { killMembers, membersOf, signalMembers } from './members.ts';

/** A process machine's init. */
const INIT_SCRIPT = readFileSync(new URL('./init.sh', import.meta.url), 'utf8');

/** Starts a process machine's init. Resolves when init can receive the signal to power off. */
export async function bootProcess(
  folder: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
  joins: readonly string[],
): Promise<Omit<Guest, 'launch' | 'attach' | 'detach'>> {
  const { file, args, ...where } = joined({ file: 'sh', args: ['-c', INIT_SCRIPT], cwd: '/', env }, joins);
  const child = spawn(file, args, {
    ...where,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  child.stdin?.on('error', ignore);
  const words = followInit(child.stdio[3] as Readable);
  const gone = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const pid = child.pid ?? 0;
  const kill = () => killMembers(folder);
  if ((await words.said('up')) === null || signal.aborted) {
    kill();
    checkAborted(signal);
    throw new DriverError('FAILED', 'the machine did not boot: its init cannot be started');
  }
  // Processes that outlive init are ended here, because nothing else would end them.
  const ended = gone.then(() => {
    kill();
    return words.lastWord();
  });
  void words.leaving.then(() => endPolitely(folder, pid));
  return {
    init: pid,
    ended,
    leaving: words.leaving.then(ignore),
    powerOff: () => void signalProcess(pid, 'SIGTERM'),
    kill,
  };
}

const POLL_MS = 20;

/** Sends TERM and HUP to everything but init, waits until it has ended, then ends init. The caller limits the time. */
async function endPolitely(folder: string, init: number): Promise<void> {
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGCONT'] as const) signalMembers(folder, name, init);
  while (membersOf(folder).some((pid) => pid !== init)) await wait(POLL_MS);
  signalProcess(init, 'SIGKILL');
}
