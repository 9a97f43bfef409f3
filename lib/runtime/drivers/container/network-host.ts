import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { DriverError } from '#lib/runtime/driver.ts';
import { hexOctetsOf } from '#lib/runtime/forwarder/blocks.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { keepOutput, readLines } from '#lib/runtime/system/streams.ts';
import { linkLocal } from './link-local.ts';

/** A machine's init, as the network host process watches it. */
export interface WatchedInit {
  /** Resolves when it has ended, together with every process of its pid namespace. */
  readonly ended: Promise<void>;
  /** Sends the signal by pidfd, so it reaches this process or none. */
  signal(name: 'hup' | 'term' | 'kill'): void;
}

/**
 * The namespaces that a VPC's machines on this host share: a network with a bridge, and a user namespace around all of
 * them.
 */
export interface NetworkHost {
  /** Its pid 1, the parent of every init in it. */
  readonly mark: ProcessMark;
  /** Resolves when it has ended, together with every machine in it. */
  readonly ended: Promise<void>;
  /** Watches an init from now on; `pid` is its number in the network host process's pid namespace. */
  watch(pid: number): Promise<WatchedInit>;
  kill(): void;
}

/**
 * Starts a network host process, which ends with this process. Rejects with UNSUPPORTED when the kernel refuses user
 * namespaces.
 */
export async function startNetworkHost(
  settings: Readonly<Record<'gateway' | 'prefix', string>> & { readonly hidden: string | readonly string[] },
  signal: AbortSignal,
): Promise<NetworkHost> {
  const mac = hardwareAddress(settings.gateway);
  const { file, args, ...options } = launcher('network-host', { ...settings, mac, own: Object.values(linkLocal) });
  const child = spawn(file, args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin?.on('error', ignore);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    const { mark, inits } = await firstWord(child, ended);
    child.stderr?.destroy();
    return { mark, ended, kill, watch: (pid) => inits.watch(pid) };
  } catch (error) {
    kill();
    await ended;
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Bytes of what a network host process says when it cannot be made. */
const COMPLAINT_BYTES = 4096;

function firstWord(child: ChildProcess, ended: Promise<void>): Promise<{ mark: ProcessMark; inits: Inits }> {
  return new Promise((resolve, reject) => {
    const complaint = keepOutput(child.stderr, COMPLAINT_BYTES, () => child.stderr?.destroy());
    const inits = new Inits((words) => void child.stdin?.write(`${words}\n`), ended);
    if (child.stdout) {
      readLines(child.stdout, (line) => {
        const [word = '', pid = ''] = line.split(' ');
        if (word !== 'ready') return inits.receive(word, Number(pid));
        const mark = markOf(Number(pid));
        if (mark) resolve({ mark, inits });
      });
    }
    child.once('error', (error) => reject(new DriverError('UNSUPPORTED', error.message)));
    child.once('close', () => {
      const why = complaint().trim().split('\n')[0] || 'it ended without a word';
      reject(new DriverError('UNSUPPORTED', `a user namespace with a network of its own cannot be made here: ${why}`));
    });
  });
}

/** The inits that a network host process watches, and its messages about them. */
class Inits {
  readonly #send: (words: string) => void;
  readonly #known = new Map<number, { watching: () => void; ended: () => void }>();

  constructor(say: (words: string) => void, networkHostEnded: Promise<void>) {
    this.#send = say;
    void networkHostEnded.then(() => {
      for (const pid of [...this.#known.keys()]) this.receive('ended', pid);
    });
  }

  async watch(pid: number): Promise<WatchedInit> {
    const watching = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    this.#known.set(pid, { watching: watching.resolve, ended: ended.resolve });
    this.#send(`watch ${pid}`);
    await watching.promise;
    return { ended: ended.promise, signal: (name) => this.#known.has(pid) && this.#send(`${name} ${pid}`) };
  }

  receive(word: string, pid: number): void {
    const known = this.#known.get(pid);
    known?.watching();
    if (word !== 'ended') return;
    this.#known.delete(pid);
    known?.ended();
  }
}

/**
 * The name of the network host process's end of a machine's link: at most 15 characters (IFNAMSIZ), always the same for
 * a machine.
 */
export function linkName(machineId: string): string {
  return `v${createHash('sha256').update(machineId).digest('hex').slice(0, 14)}`;
}

/** A hardware address made of an IPv4 address, so that neighbours still know a machine that starts again. */
export function hardwareAddress(ip: string): string {
  return ['02', '53', ...hexOctetsOf(ip)].join(':');
}
