import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { DriverError } from '#lib/agent/driver.ts';
import type { GuestEnd } from '#lib/agent/hosted/backend.ts';
import { checkAborted } from '#lib/agent/hosted/errors.ts';
import { followInit } from '#lib/agent/hosted/follow-init.ts';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import { signalProcess } from '#lib/agent/hosted/processes.ts';
import type { MachineRecord } from '#lib/agent/hosted/record.ts';
import { enterWorld } from './enter.ts';
import { limitProcesses, type PinToCpus } from './limits.ts';
import { linkName } from './link.ts';
import { readOnlyLines } from './mounts.ts';
import { BOOT_SCRIPT, INIT_SCRIPT } from './scripts.ts';

/** A machine's init as the host sees it. */
export interface Init {
  readonly pid: number;
  readonly ended: Promise<GuestEnd>;
  readonly leaving: Promise<void>;
}

/** `unshare -p` without -f: the first child becomes pid 1 and nothing waits beside it. */
const LAUNCHER = 'exec 4<&0; sh -c "$0" boot "$@" <&4 4<&- & exit 0';

/** Builds the namespaces of a machine in a world and resolves when its init runs; leaves nothing when it rejects. */
export async function bootInit(
  world: number,
  record: MachineRecord,
  folder: string,
  options: { readonly signal: AbortSignal; readonly pin: PinToCpus },
): Promise<Init> {
  const { signal, pin } = options;
  const { spec } = record;
  const prefix = spec.vpc.cidr.split('/')[1] ?? '';
  const place = [folder, linkName(spec.id), `${world}`, spec.private_ip, prefix, spec.vpc.gateway];
  const argv = ['unshare', '-np', '--mount', '--uts', '--ipc', 'sh', '-c', LAUNCHER, BOOT_SCRIPT];
  const launch = enterWorld(world, [...argv, ...place, spec.name, INIT_SCRIPT, ...limitProcesses([])], pin);
  const child = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', ignore);
  child.stdin?.end(readOnlyLines());
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  child.on('error', (error) => {
    complaint += error.message;
  });
  const init = followInit(child.stdio[3] as Readable);
  const kill = () => void init.pid.then((pid) => pid > 0 && signalProcess(pid, 'SIGKILL'));
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  const up = await init.up;
  signal.removeEventListener('abort', kill);
  child.stderr?.destroy();
  if (up && !signal.aborted) return { pid: await init.pid, ended: init.ended, leaving: init.leaving };
  if (up) kill();
  await init.ended;
  checkAborted(signal);
  const why = complaint.trim().split('\n').at(-1) || 'no reason given';
  throw new DriverError('FAILED', `machine ${spec.id} did not boot: ${why}`);
}
