import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { checkAborted, hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { discardFolder, removeFolder } from '#lib/runtime/system/files.ts';
import { freshFolder } from './record.ts';

/** Machines' folders on disks that several hosts reach. */
export interface SharedDisks {
  /** Where they are. */
  readonly root: string;
  /** Names this host there, and no other. */
  readonly holder: string;
}

/** Where a machine's folder is; on shared disks `folder` is a link to it. */
export interface FolderPlace {
  readonly id: string;
  readonly folder: string;
  readonly shared: SharedDisks | null;
}

/** What runs in a machine. */
interface Runs {
  readonly ended: Promise<unknown>;
  end(grace_ms: number): Promise<unknown>;
}

/**
 * How often a host looks whether a machine that runs is still its own, and how long another one waits before a boot.
 */
const LOOK_MS = 1000;
const LET_GO_MS = 5 * LOOK_MS;

/**
 * A machine's folder: the host's own, or one on disks that several hosts reach. A file in such a folder names the
 * host on which the machine runs. The control plane has it run on one at a time; where that one does not hear of a
 * fence, it sees by the file that another has the machine, and ends what runs.
 */
export class MachineFolder {
  readonly #folder: string;
  readonly #shared: { readonly folder: string; readonly file: string; readonly holder: string } | null;
  #dropped: Promise<unknown> = Promise.resolve();

  constructor({ id, folder, shared }: FolderPlace) {
    this.#folder = folder;
    const far = shared && join(shared.root, id);
    this.#shared = shared && far ? { folder: far, file: join(far, 'holder'), holder: shared.holder } : null;
  }

  /** Where a rename finds the file system of the disk. */
  get far(): string {
    return this.#shared?.folder ?? this.#folder;
  }

  /** Makes it anew: empty, and private to this user. */
  async fresh(): Promise<void> {
    await freshFolder(this.far);
    await this.adopt();
  }

  /** Takes over what another host has left; false for a folder of its own. */
  async adopt(): Promise<boolean> {
    if (!this.#shared) return false;
    await removeFolder(this.#folder);
    await symlink(this.#shared.folder, this.#folder);
    return true;
  }

  /** Has the machine be this host's from now on, once no other can run it any more. */
  async hold(signal: AbortSignal): Promise<void> {
    await this.#dropped;
    if (!this.#shared) return;
    const { file, holder } = this.#shared;
    const before = await readHolder(file);
    if (before === holder) return;
    await writeFile(file, holder, { mode: 0o600 });
    if (before === null) return;
    await wait(LET_GO_MS, undefined, { signal }).catch(ignore);
    checkAborted(signal);
    if ((await readHolder(file)) !== holder) throw new DriverError('ABORTED', 'another host has the machine');
  }

  /**
   * Ends what runs where another host has the machine, and lets go of it once it has ended. What outlives this process
   * looks for itself, too.
   */
  guard(running: Runs, guest: Pick<Guest, 'claim'> = {}): void {
    if (!this.#shared) return;
    const { file, holder } = this.#shared;
    guest.claim?.(file, holder);
    const look = async () => {
      // Without a name the other host has removed the machine.
      if ((await readHolder(file)) !== holder) await running.end(0);
    };
    const timer = setInterval(() => void look().catch(ignore), LOOK_MS);
    const drop = async () => {
      clearInterval(timer);
      if ((await readHolder(file)) === holder) await rm(file, { force: true });
    };
    this.#dropped = running.ended.then(drop).catch(ignore);
  }

  /** Leaves what is in it to another host. UNSUPPORTED for a folder of its own. */
  leave(): Promise<void> {
    if (!this.#shared) throw new DriverError('UNSUPPORTED', 'the disks of this host are its own');
    // The link.
    return removeFolder(this.#folder);
  }

  /** Removes it. Nobody waits for what is in a folder of its own; no start finds what is left on shared disks. */
  async remove(): Promise<void> {
    await discardFolder(this.#folder);
    if (this.#shared) await removeFolder(this.#shared.folder);
  }
}

/** Whose the machine is; null where it runs nowhere. */
async function readHolder(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
