import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyCode } from '#lib/agent/hosted/code-copy.ts';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import type { LogNews } from '#lib/runtime/console-log/log.ts';
import { type BalancingDriver, type ComputeDriver, DriverError, type DriverErrorCode } from '#lib/runtime/driver.ts';
import type { DiskDriver } from '#lib/runtime/driver-disks.ts';
import type { ImageDriver } from '#lib/runtime/driver-images.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { guestImage } from './driver-home.ts';
import { stateOf } from './state-of.ts';

/** The uid of the account `nobody`. It has a name on every Linux, and the OpenSSH client needs a name. */
const ORDINARY = 65_534;
const RUNTIME = fileURLToPath(import.meta.resolve('#lib/runtime/main.ts'));
const AGENT = fileURLToPath(import.meta.resolve('#lib/agent/main.ts'));

const OWN_STDIO: readonly ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'inherit', 'inherit', 'ipc'];
/** Every agent is started as from a shell that had left the host's root folder open on this descriptor. */
export const LEFT_OPEN = 40;

const MAIN = `
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { openDriver } from './lib/agent/open-driver.ts';
const { kind, ...places } = JSON.parse(process.argv[2]);
const log = (line) => process.send({ log: line });
const registries = { loopback: true, auth: null };
const opening = openDriver(kind, { ...places, registries, timeScale: 1, publicIp: '127.0.0.1', log });
process.on('message', async ({ seq, name, args }) => {
  try {
    const driver = await opening;
    process.send({ seq, value: await [driver, driver.balancing, driver.boots, driver.imageStore].find((one) => one && name in one)[name](...args) });
  } catch ({ code, message }) {
    process.send({ seq, code, message });
  }
});
process.on('disconnect', () => process.exit(0));
`;

interface Reply {
  readonly seq?: number;
  readonly value?: unknown;
  readonly code?: DriverErrorCode;
  readonly message?: string;
}

/** The calls that take and give plain data. */
type Remote = Pick<
  ComputeDriver,
  'create' | 'configure' | 'start' | 'stop' | 'reboot' | 'destroy' | 'status' | 'list' | 'samples' | 'close'
> &
  Pick<
    DiskDriver,
    | 'createVolume'
    | 'attachVolume'
    | 'detachVolume'
    | 'deleteVolume'
    | 'growVolume'
    | 'convertDisk'
    | 'createSnapshot'
    | 'restoreSnapshot'
    | 'deleteSnapshot'
  > &
  Pick<BalancingDriver, 'balance' | 'unbalance'> &
  Pick<ImageDriver, 'pull' | 'remove'> & {
    stored(): Promise<ReturnType<ImageDriver['stored']>>;
    capabilities(): Promise<readonly string[]>;
    images(): Promise<ReturnType<ComputeDriver['images']>>;
    consoleLog(id: string, no: number): Promise<LogNews | null>;
    processes(): Promise<Awaited<ReturnType<NonNullable<ComputeDriver['processes']>>>>;
    found(): Promise<ReturnType<NonNullable<ComputeDriver['found']>>>;
  };

/** An agent process of its own with a driver open in it. */
export interface DriverChild {
  readonly pid: number;
  readonly driver: Remote;
  kill(): Promise<void>;
}

/** A folder in which agents can be started, also by a user to whom the checkout is closed. */
export class AgentFolder {
  readonly dir: string;
  readonly #base: string;
  readonly #main: string;
  readonly #uid: number | null;

  private constructor(base: string, main: string, uid: number | null) {
    this.#base = base;
    this.#main = main;
    this.#uid = uid;
    this.dir = join(base, 'data');
  }

  /** `ordinary` runs agents as an ordinary user where the test itself is root. */
  static async open(ordinary: boolean): Promise<AgentFolder> {
    const base = await mkdtemp(join(tmpdir(), 'svc-agent-'));
    await chmod(base, 0o711);
    const { folder: root } = await copyCode(join(base, 'code'), RUNTIME);
    await cp(dirname(AGENT), join(root, 'lib/agent'), { recursive: true });
    // What of the agent runs here needs the forms of names and addresses from there, and no package.
    await cp(join(dirname(AGENT), '../model'), join(root, 'lib/model'), { recursive: true });
    const main = join(root, 'child.mjs');
    await writeFile(main, MAIN);
    await chmod(join(base, 'code'), 0o755);
    await copyFile(process.execPath, join(base, 'node'));
    const uid = ordinary && process.getuid?.() === 0 ? ORDINARY : null;
    await mkdir(join(base, 'data'));
    if (uid !== null) await chown(join(base, 'data'), uid, uid);
    return new AgentFolder(base, main, uid);
  }

  /** Starts an agent, `around` it these words of a command line; its first call answers when the driver is open. */
  start(kind: DriverKind, around: readonly string[] = []): DriverChild {
    const options = JSON.stringify({ kind, dir: this.dir, systemDir: join(this.#base, 'system'), guestImage });
    const identity =
      this.#uid === null ? [] : ['setpriv', '--reuid', `${this.#uid}`, '--regid', `${this.#uid}`, '--clear-groups'];
    const [file = '', ...args] = [...around, ...identity, join(this.#base, 'node'), this.#main, options];
    const left = openSync('/', 'r');
    const stdio = Array.from({ length: LEFT_OPEN + 1 }, (_, at) => OWN_STDIO[at] ?? 'ignore');
    const child = spawn(file, args, { cwd: '/', stdio: [...stdio.slice(0, LEFT_OPEN), left] });
    closeSync(left);
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      pid: child.pid ?? 0,
      driver: remote(child),
      async kill() {
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  /** Ends the machines that a killed agent has left. */
  endMachines(): Promise<boolean> {
    return endLeftMachines(this.dir, { system: join(this.#base, 'system') });
  }

  /** Where its agents keep machines, volumes and snapshots. */
  state(kind: DriverKind): string {
    return stateOf({ dir: this.dir, systemDir: join(this.#base, 'system') }, kind, this.#uid === null);
  }

  async remove(): Promise<void> {
    await this.endMachines();
    await removeWithMachines([this.#base]);
  }
}

function remote(child: ChildProcess): Remote {
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', ({ seq = 0, code, message = '', value }: Reply) => {
    if (code) waiting.get(seq)?.reject(new DriverError(code, message));
    else waiting.get(seq)?.resolve(value);
    waiting.delete(seq);
  });
  let ended: Error | undefined;
  child.once('exit', (code, signal) => {
    ended = new Error(`the agent ended with ${code ?? signal}`);
    for (const { reject } of waiting.values()) reject(ended);
  });
  const call = async (name: string, args: unknown[]) => {
    if (ended) throw ended;
    const seq = ++last;
    const waiter = Promise.withResolvers<unknown>();
    waiting.set(seq, waiter);
    child.send({ seq, name, args });
    return waiter.promise;
  };
  return new Proxy({} as Remote, {
    get:
      (_target, name) =>
      (...args: unknown[]) =>
        call(String(name), args),
  });
}
