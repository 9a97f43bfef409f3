import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { release } from 'node:os';
import { HOLDERS } from '#lib/runtime/holders.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import type { LentFolders } from '#lib/runtime/protocol.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { keepOutput, readLines } from '#lib/runtime/system/streams.ts';
import type { IdRange } from './id-range.ts';
import { isSince, OWN_IDS_SINCE } from './kernels.ts';
import type { MachineIds } from './machine-ids.ts';
import type { Lack } from './sub-ids.ts';

/** What root's agent lends mounts of: folders below a state folder, to machines of these ids. */
export interface Loans {
  readonly state: string;
  /** The ids that the files have on disk. */
  readonly range: IdRange;
  readonly ids: MachineIds;
  /** The folder of images of disks. */
  readonly images: string;
  readonly log: (line: string) => void;
}

/**
 * Lends mounts of machines' folders, by a program of root's that stays: a launch does not wait until one has started.
 * Where the program has ended, the next loan starts another. It outlives this process for as long as machines do.
 */
export class MountLender {
  readonly #loans: Loans;
  /** The mount namespace of the first program. Those that start later are in it, and the runtime's is made of it. */
  #mounts: number | null = null;
  /** What the program can do with disks. */
  #disks: readonly string[] = [];
  #program: Promise<ChildProcess> | null = null;

  private constructor(loans: Loans) {
    this.#loans = loans;
  }

  /** The lender; or why machines cannot have ids of their own on this kernel and file system, which is tried. */
  static async open(loans: Loans): Promise<MountLender | Lack> {
    if (!isSince(release(), OWN_IDS_SINCE))
      return {
        missing: `Linux ${OWN_IDS_SINCE.join('.')} or newer is needed, and this is ${release()}`,
        command: null,
      };
    const lender = new MountLender(loans);
    try {
      await lender.#running();
      return lender;
    } catch (error) {
      return { missing: `${loans.state} cannot have other ids: ${(error as Error).message}`, command: null };
    }
  }

  /**
   * Lends mounts of a machine's folders, with the machine's ids by the agent's record. Answers the end of a connection
   * at which a program that asks by a byte gets them.
   */
  async lend(machine: string, folders: LentFolders): Promise<Socket> {
    const { ids } = this.#loans;
    const { own, inner } = ids.of(machine);
    return this.#ask(['lend', machine, own, inner, ...foldersOf(machine, folders)]);
  }

  /** Whether disks can be file systems of their own here, which the program has tried. */
  get keepsDisks(): boolean {
    return this.#disks.includes('disks');
  }

  /** Capabilities that follow from what the program can do. */
  get words(): readonly string[] {
    const limits = this.keepsDisks ? ['disk_limit', 'volume_size_limit'] : [];
    return this.#disks.includes('growth') ? [...limits, 'volume_online_growth'] : limits;
  }

  /** Whether the disks that an earlier agent had mounted are mounted still. */
  get isAgain(): boolean {
    return this.#disks.includes('again');
  }

  /** The folder of images of disks. */
  get images(): string {
    return this.#loans.images;
  }

  /** The mount namespace in which disks are mounted. */
  get mounts(): string {
    return `/proc/${process.pid}/fd/${this.#mounts}`;
  }

  /** Has the program do something about a disk (images.pl), and answers what was done. Rejects with its reason. */
  async disk(words: readonly string[]): Promise<string> {
    const answer = await textOf(await this.#ask(['disk', ...words]));
    const [, done] = /^ok (.*)$/m.exec(answer) ?? [];
    if (done === undefined) throw new Error(answer.trim().split('\n').at(-1)?.slice(-200) || 'it was interrupted');
    return done;
  }

  /** Ends the program once nothing holds machines. What it has lent stays lent. */
  end(): void {
    void this.#program?.then((child) => child.kill('SIGTERM'), ignore);
    if (this.#mounts !== null) closeSync(this.#mounts);
    this.#mounts = null;
  }

  async #ask(words: readonly (string | number)[]): Promise<Socket> {
    const { door } = this.#loans.ids;
    const line = `${words.join(' ')}\n`;
    const program = await this.#running();
    try {
      return await ask(door, line);
    } catch {
      // Another version of svc that starts on this computer may have removed a door that it does not know.
      await stopped(program);
      await this.#running();
      return ask(door, line);
    }
  }

  #running(): Promise<ChildProcess> {
    this.#program ??= this.#start();
    return this.#program;
  }

  async #start(): Promise<ChildProcess> {
    const within = this.#mounts === null ? [] : [this.mounts];
    const onEnd = () => {
      this.#program = null;
    };
    const { child, words, said } = await start(this.#loans, within, onEnd);
    this.#disks = words;
    if (!this.keepsDisks && this.#mounts === null) this.#loans.log(`there are no limits of disks: ${said}`);
    this.#mounts ??= openSync(`/proc/${child.pid}/ns/mnt`, 'r');
    return child;
  }
}

/** Bytes of an answer that are read. */
const ANSWER_BYTES = 4096;

async function textOf(socket: Socket): Promise<string> {
  const said = keepOutput(socket, ANSWER_BYTES, () => socket.destroy());
  socket.on('error', ignore).resume().end();
  await once(socket, 'close').catch(ignore);
  return said();
}

/** A connection at which the program has been asked. */
function ask(door: string, line: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // What is answered is not read here.
    const asked = createConnection({ path: door, allowHalfOpen: true }).pause();
    asked.once('error', reject).write(line, () => resolve(asked));
  });
}

/** Ends the program where it has not ended yet. */
async function stopped(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const end = once(program, 'close');
  program.kill('SIGKILL');
  await end;
}

/** Starts the program, which tries what it is for. Rejects with its reason where that does not work. */
function start(
  { state, range, ids, images, log }: Loans,
  within_mounts: readonly string[],
  onEnd: () => void,
): Promise<{ readonly child: ChildProcess; readonly words: readonly string[]; readonly said: string }> {
  const { uid, gid, first, first_gid } = range;
  const places = { state, holders: HOLDERS, door: ids.door, images, within_mounts };
  const { file, args, ...options } = launcher('mounts', { uid, gid, first, first_gid, own: ids.pool, ...places });
  // In a session of its own: Ctrl-C in a terminal reaches only the agent.
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let reason = 'it was killed';
    let runs = false;
    readLines(child.stderr, (line) => {
      if (runs) log(`no mounts for ${line}`);
      else reason = line;
    });
    child.once('error', reject).once('close', () => {
      onEnd();
      reject(new Error(reason));
    });
    readLines(child.stdout, (line) => {
      runs = true;
      resolve({ child, words: line.split(' '), said: reason });
    });
  });
}

/** The machine's folders within the state folder. The runtime's trial has its own (`probe.ts`). */
function foldersOf(machine: string, folders: LentFolders): string[] {
  const trial = machine === 'probe';
  const own = trial ? machine : `machines/${checkId(machine, 'machine')}`;
  if ('volume' in folders) return [`${trial ? `${own}/` : ''}volumes/${checkId(folders.volume, 'volume')}/data`];
  const { image } = folders;
  // Layers are more than can be handed over one by one; the program that boots the machine takes its own of them.
  const below = image === null ? [] : [typeof image === 'string' ? `images/${checkId(image, 'image')}` : 'images'];
  return [`${own}/disk`, ...below];
}
