import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type HostKey, newKey, readKey } from '#lib/agent/link/key.ts';
import { HostError } from './host-error.ts';
import { readSettings, type SettingName, writtenSettings } from './settings-file.ts';

/** Where a host keeps what it is, unless it is told. */
export const defaultFolder = '/var/lib/svc-host';

/** The folder of a host: its settings, its key, and the one that is to follow it. */
export class HostFiles {
  readonly dir: string;
  readonly settingsFile: string;
  readonly keyFile: string;
  readonly controlSocket: string;
  readonly #nextKeyFile: string;

  constructor(dir: string) {
    this.dir = dir;
    this.settingsFile = join(dir, 'settings.env');
    this.keyFile = join(dir, 'key.json');
    this.#nextKeyFile = join(dir, 'key.next.json');
    this.controlSocket = join(dir, 'control');
  }

  /** Whether this machine is a host: it has settings and a key. */
  get hasJoined(): boolean {
    return existsSync(this.settingsFile) && existsSync(this.keyFile);
  }

  /** The settings. HostError where the machine is no host, or the file is not what it should be. */
  settings(): Partial<Record<SettingName, string>> {
    if (!this.hasJoined)
      throw new HostError(`this machine is no host: ${this.dir} has no settings; see "svc-host join"`);
    return readSettings(readFileSync(this.settingsFile, 'utf8'), this.settingsFile);
  }

  writeSettings(settings: Partial<Record<SettingName, string>>): void {
    replace(this.settingsFile, writtenSettings(settings));
  }

  writeKey({ jwk }: HostKey): void {
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    replace(this.keyFile, JSON.stringify(jwk));
  }

  key(): HostKey {
    return readKey(this.keyFile);
  }

  /** The key that is to follow; undefined where none was made. */
  nextKey(): HostKey | undefined {
    return existsSync(this.#nextKeyFile) ? readKey(this.#nextKeyFile) : undefined;
  }

  /** Makes the key that is to follow, or takes the one that was made before. */
  makeNextKey(): HostKey {
    const made = this.nextKey() ?? newKey();
    replace(this.#nextKeyFile, JSON.stringify(made.jwk));
    return made;
  }

  /** The key that followed is the host's from now on. */
  adoptNextKey(): void {
    renameSync(this.#nextKeyFile, this.keyFile);
    sync(this.dir);
  }

  dropNextKey(): void {
    rmSync(this.#nextKeyFile, { force: true });
  }

  /** Forgets that this machine was a host. What is on its disks stays. */
  forget(): void {
    for (const file of [this.#nextKeyFile, this.keyFile, this.settingsFile]) rmSync(file, { force: true });
  }
}

/** Replaces a file durably, for its owner alone: after a crash it has the old text or the new one. */
function replace(file: string, text: string): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  sync(join(file, '..'));
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
