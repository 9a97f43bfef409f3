import { rm, symlink } from 'node:fs/promises';
import { removeFolder } from '#lib/runtime/system/files.ts';
import { freshFolder } from './record.ts';

/** Where a machine's folder is. */
export interface FolderPlace {
  readonly folder: string;
  /** Where it is on disks that several hosts reach; `folder` is a link to it then. */
  readonly far: string | null;
}

/** A machine's folder: the host's own, or one on disks that several hosts reach. */
export class MachineFolder {
  readonly #folder: string;
  readonly #far: string | null;

  constructor({ folder, far }: FolderPlace) {
    this.#folder = folder;
    this.#far = far;
  }

  /** Whether another host may go on with what is in it. */
  get isShared(): boolean {
    return this.#far !== null;
  }

  /** Makes it anew: empty, and private to this user. */
  async fresh(): Promise<void> {
    await freshFolder(this.#far ?? this.#folder);
    await this.adopt();
  }

  /** Takes over what another host has left; false for a folder of its own. */
  async adopt(): Promise<boolean> {
    if (this.#far === null) return false;
    await rm(this.#folder, { recursive: true, force: true });
    await symlink(this.#far, this.#folder);
    return true;
  }

  /** Leaves what is in it to another host; a folder of its own is gone. */
  leave(): Promise<void> {
    return removeFolder(this.#folder);
  }

  /** Removes it with all that is in it. */
  async remove(): Promise<void> {
    await removeFolder(this.#folder);
    if (this.#far !== null) await removeFolder(this.#far);
  }
}
