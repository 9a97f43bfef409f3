import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskAct, type DiskName, placeOf } from '#lib/runtime/disks/own-disks.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { KeyedQueue } from '#lib/runtime/system/queues.ts';
import { imagesOf } from './homes.ts';

/** What the agent itself knows of disks. */
export interface DiskRecord {
  /** GiB that a disk should have, while a call is under way that may make it or has it larger; or undefined. */
  sizeOf(disk: DiskName): number | undefined;
  /** Whether a snapshot is being made. */
  isMade(snapshot: string): boolean;
}

/** Asks root's program (images.pl), and answers what it says was done. */
type AskRoot = (words: readonly string[]) => Promise<string>;

const GIB = 1024 ** 3;
/** Bytes that the host's own file system keeps: no disk is made when it has less. */
const ROOM = GIB;

const KINDS: ReadonlySet<string> = new Set(['machines', 'volumes', 'snapshots'] satisfies DiskName['kind'][]);

/**
 * Keeps disks that are file systems of their own, for a runtime that names them and no more: images, places and sizes
 * follow from checked ids and the agent's own record.
 */
export class DiskKeeper {
  readonly #folder: string;
  readonly #record: DiskRecord;
  readonly #ask: AskRoot;
  readonly #queues = new KeyedQueue();

  /** `folder` holds the images. */
  constructor(folder: string, record: DiskRecord, ask: AskRoot) {
    this.#folder = folder;
    this.#record = record;
    this.#ask = ask;
  }

  /** Does what the runtime asks. Rejects with the reason where it may not, or could not be done. */
  change = (asked: DiskAct): Promise<string> => this.#queues.run(keyOf(asked.disk), () => this.#change(asked));

  /** Removes images of what is not there any more. Called when nothing is under way. */
  sweep = (): Promise<string> => this.#ask(['all', 'sweep']);

  async #change(asked: DiskAct): Promise<string> {
    const { act, disk } = asked;
    const words = [disk.id, act, ...wordsOf(disk)];
    if (act === 'promote') return this.#ask([...words, imageOf(machineOf(asked.to))]);
    if (act === 'copy') return this.#copy(asked.to, words);
    if (act === 'make') await this.#requireRoom();
    const size = this.#record.sizeOf(disk);
    if (size === undefined && (act === 'make' || act === 'grow')) throw new Error(`no size of ${disk.id} is known`);
    return this.#ask([...words, `${(size ?? 0) * GIB}`]);
  }

  /** A machine's copy of a snapshot has the size of the machine's disk. */
  async #copy(to: DiskName, words: readonly string[]): Promise<string> {
    const size = this.#record.sizeOf(to);
    if (to.kind === 'snapshots' ? !this.#record.isMade(to.id) : size === undefined)
      throw new Error(`${to.id} is not being made`);
    await this.#requireRoom();
    const done = await this.#ask([...words, imageOf(to)]);
    if (size !== undefined && done.startsWith('copied'))
      await this.#ask([to.id, 'grow', ...wordsOf(to), `${size * GIB}`]);
    return done;
  }

  async #requireRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < ROOM) throw new Error(`the host has less than ${ROOM / GIB} GiB of free disk space`);
  }
}

/** Makes the folder of images, and answers it. */
export async function imageFolder(home: string): Promise<string> {
  const folder = imagesOf(home);
  for (const kind of ['', ...KINDS]) await mkdir(join(folder, kind), { recursive: true, mode: 0o700 });
  return folder;
}

/** Whether a home has images of disks. */
export async function hasImages(home: string): Promise<boolean> {
  const names = [...KINDS].map((kind) => readdir(join(imagesOf(home), kind)).catch(() => []));
  return (await Promise.all(names)).flat().length > 0;
}

const keyOf = ({ kind, id }: DiskName): string => `${kind}/${id}`;

function machineOf(disk: DiskName): DiskName {
  if (disk.kind !== 'machines') throw new Error('only a machine has another disk');
  return { kind: 'machines', id: disk.id };
}

/** The path of an image below the folder of images. */
function imageOf({ kind, id, next }: DiskName): string {
  if (!KINDS.has(kind)) throw new Error('no kind of disk');
  return `${kind}/${checkId(id, 'disk')}${next && kind === 'machines' ? '+next' : ''}`;
}

/** Its image, its place, and the folder in its file system: a machine's mount table names a volume by it. */
function wordsOf(disk: DiskName): [string, string, string] {
  const [image, place] = [imageOf(disk), placeOf(disk)];
  return [image, place, disk.kind === 'volumes' ? place : 'disk'];
}
