import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '#lib/local/data/files.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { version } from '#lib/model/platform/version.ts';
import { leavesOf, staysBelow } from './tree.ts';

/* Saved states: a folder each in `states` of the data folder, with `state.json`, which is written last. */

/** The format of a saved state; any other is refused. */
const FORMAT = 1;
const FOLDER = 'states';
const MANIFEST = 'state.json';
const NO_MANIFEST = `it has no ${MANIFEST} of a saved state`;
/** The largest `state.json` that is read, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What `state.json` says. */
export interface Manifest {
  readonly format: number;
  /** The version of the platform that saved it, and the format of its data folder. */
  readonly version: string;
  readonly data_format: number;
  /** When it was saved, by the real clock and by the civil one (RFC 3339, milliseconds). */
  readonly saved_at: string;
  readonly now: string;
  /** The compute driver whose machines it has. */
  readonly driver: string;
  /** Its files with their lengths, and the SHA-256 of the table. */
  readonly files: Readonly<Record<string, number>>;
  readonly table_sha256: string;
}

/** A saved state as it is listed. `problem` says why it cannot be loaded. */
export interface Saved {
  readonly name: string;
  readonly saved_at: string | null;
  readonly now: string | null;
  readonly version: string | null;
  readonly driver: string | null;
  readonly size_bytes: number;
  readonly problem: string | null;
}

/** The name, where it is allowed; it is never a path. */
function checkedName(name: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(name)) return name;
  throw new ApiError(
    'validation_failed',
    `name: ${JSON.stringify(name.slice(0, 80))} must be 1 to 40 of a-z, 0-9 and -`,
  );
}

/** The saved states of one data folder. */
export class SavedStates {
  readonly #dir: string;
  readonly #dataFormat: number;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, FOLDER);
    this.#dataFormat = Number(readFileSync(join(dataDir, 'format'), 'utf8'));
    this.#recover();
  }

  /** All of them, by name. */
  list(): Saved[] {
    const names = existsSync(this.#dir) ? readdirSync(this.#dir).sort() : [];
    return names.filter((name) => /^[a-z0-9-]{1,40}$/.test(name)).map((name) => this.show(name));
  }

  /** Its folder and what it says of itself. Throws where there is none, and where it cannot be loaded here. */
  open(name: string): { folder: string; manifest: Manifest } {
    const folder = this.#folder(name);
    const manifest = this.#manifest(folder);
    const problem = manifest ? this.#problem(folder, manifest) : NO_MANIFEST;
    if (!manifest || problem !== null) throw new ApiError('wrong_state', `state ${name} cannot be loaded: ${problem}`);
    return { folder, manifest };
  }

  /** An empty folder in which a state of this name is made. Until it is published, the one before it counts. */
  draft(name: string): string {
    const folder = join(this.#dir, `.new-${checkedName(name)}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Gives a complete draft its name, in place of the state that had it. */
  publish(name: string, about: Pick<Manifest, 'now' | 'driver'>): Saved {
    const [draft, folder, old] = [`.new-${name}`, name, `.old-${name}`].map((one) => join(this.#dir, one)) as [
      string,
      string,
      string,
    ];
    const manifest: Manifest = {
      format: FORMAT,
      version,
      data_format: this.#dataFormat,
      saved_at: new Date().toISOString(),
      ...about,
      table_sha256: digestOf(join(draft, 'table.sqlite')),
      files: Object.fromEntries(leavesOf(draft).map(({ path, bytes }) => [path, bytes])),
    };
    replaceFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(draft, folder);
    syncFolder(this.#dir);
    rmSync(old, { recursive: true, force: true });
    return this.show(name);
  }

  /** Removes a state; 404 where there is none. */
  remove(name: string): void {
    const folder = this.#folder(name);
    // So that no crash leaves a part of it.
    const old = join(this.#dir, `.old-${name}`);
    renameSync(folder, old);
    rmSync(old, { recursive: true, force: true });
  }

  /** Ends what a killed platform began: a complete draft takes the place that was already made for it. */
  #recover(): void {
    const names = existsSync(this.#dir) ? readdirSync(this.#dir) : [];
    const drafts = names.filter((name) => name.startsWith('.new-'));
    for (const draft of drafts) {
      const name = draft.slice('.new-'.length);
      const isNext = names.includes(`.old-${name}`) && !names.includes(name);
      if (isNext && this.#manifest(join(this.#dir, draft))) renameSync(join(this.#dir, draft), join(this.#dir, name));
    }
    for (const name of names) if (name.startsWith('.')) rmSync(join(this.#dir, name), { recursive: true, force: true });
  }

  #folder(name: string): string {
    const folder = join(this.#dir, checkedName(name));
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    throw notFound('state', name);
  }

  /** A saved state as it is listed. */
  show(name: string): Saved {
    const folder = join(this.#dir, name);
    const manifest = this.#manifest(folder);
    const { saved_at = null, now = null, version = null, driver = null } = manifest ?? {};
    const size_bytes = Object.values(manifest?.files ?? {}).reduce((sum, bytes) => sum + bytes, 0);
    const problem = manifest ? this.#otherVersion(manifest) : NO_MANIFEST;
    return { name, saved_at, now, version, driver, size_bytes, problem };
  }

  #manifest(folder: string): Manifest | undefined {
    const file = join(folder, MANIFEST);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MOST_BYTES) return undefined;
    try {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      return isManifest(manifest) ? manifest : undefined;
    } catch {
      return undefined;
    }
  }

  #otherVersion(one: Manifest): string | null {
    const theirs = `format ${one.format}, version ${one.version}, data format ${one.data_format}`;
    const ours = `format ${FORMAT}, version ${version}, data format ${this.#dataFormat}`;
    return theirs === ours ? null : `it is of ${theirs}; this platform is of ${ours}`;
  }

  /** Why it cannot be loaded: another version, or files that are not those that were saved. */
  #problem(folder: string, manifest: Manifest): string | null {
    const other = this.#otherVersion(manifest);
    if (other !== null) return other;
    const found = new Map<string, number>();
    try {
      for (const { path, bytes } of leavesOf(folder)) found.set(path, bytes);
    } catch (error) {
      return (error as Error).message;
    }
    found.delete(MANIFEST);
    for (const [path, bytes] of Object.entries(manifest.files)) {
      if (!staysBelow(path)) return `${MANIFEST} names ${JSON.stringify(path)}`;
      if (found.get(path) !== bytes) return `its file ${path} has ${found.get(path) ?? 'no'} bytes, not ${bytes}`;
      found.delete(path);
    }
    const [more] = found.keys();
    if (more !== undefined) return `its file ${more} is not named in ${MANIFEST}`;
    return digestOf(join(folder, 'table.sqlite')) === manifest.table_sha256 ? null : 'its table.sqlite was changed';
  }
}

/** Throws where a state has machines of another driver than the platform's. */
export function checkDriver(name: string, { driver }: Manifest, ours: string): void {
  if (driver === ours) return;
  const machines = `state ${name} has machines of ${driver || 'no driver'}`;
  throw new ApiError('wrong_state', `${machines}, and this platform has ${ours || 'none'}`);
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { files, saved_at, now, driver, version: from } = value as Partial<Manifest>;
  const texts = [saved_at, now, driver, from].every((text) => typeof text === 'string');
  const times = !Number.isNaN(Date.parse(`${saved_at}`)) && !Number.isNaN(Date.parse(`${now}`));
  const isFiles = typeof files === 'object' && files !== null && 'table.sqlite' in files;
  return texts && times && isFiles && Object.values(files).every((bytes) => Number.isSafeInteger(bytes) && bytes >= 0);
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
