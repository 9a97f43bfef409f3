import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { dropDraft, removeFolder, TRASH, writeJson } from '#lib/runtime/system/files.ts';
import type { Root } from './root.ts';

/** What is stored of a machine beside its disk. */
export interface MachineRecord {
  readonly format: 1;
  readonly spec: MachineSpec;
  /** Login name beside root, taken from the image when the machine was made. */
  readonly user: string;
  /** OpenSSH private key (PEM) and public line of the machine's own host key. */
  readonly hostKey: { readonly private: string; readonly public: string };
  /** True after user data was passed to the first boot, and where there is none. */
  readonly booted: boolean;
  /** How far its script has come; absent where there is none. */
  readonly first_boot?: FirstBoot;
  /** What lies below its disk, which then is a whole root; absent for one with folders of its own around the host's. */
  readonly root?: Root;
}

const FILE = 'machine.json';

/** Reads a machine's record. Null when the folder has none: the machine was never made, or only partly. */
export async function readRecord(folder: string): Promise<MachineRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as MachineRecord;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Replaces the record in one step: after a crash it is the old one or the new one. */
const writeRecord = (folder: string, record: MachineRecord): Promise<void> => writeJson(join(folder, FILE), record);

/** Removes what a crash left of a replacement. */
export const healRecord = (folder: string): Promise<void> => dropDraft(join(folder, FILE));

/** Ids of the machines that have a record under `root`. */
export async function listRecords(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => !name.endsWith(TRASH));
  const records = await Promise.all(names.map((name) => readRecord(join(root, name))));
  return names.filter((_, index) => records[index] !== null);
}

/** Makes `folder` empty, and private to this user. */
export async function freshFolder(folder: string): Promise<void> {
  await removeFolder(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** One machine's record on disk. */
export class KeptRecord {
  readonly #id: string;
  readonly #folder: string;
  #record: MachineRecord | null = null;

  constructor(id: string, folder: string) {
    this.#id = id;
    this.#folder = folder;
  }

  /** The record as it was last read or written. */
  get current(): MachineRecord | null {
    return this.#record;
  }

  async load(): Promise<MachineRecord | null> {
    this.#record ??= await readRecord(this.#folder);
    return this.#record;
  }

  /** The record; refuses with ABSENT when there is none. */
  async need(): Promise<MachineRecord> {
    const record = await this.load();
    if (!record) throw new DriverError('ABSENT', `machine ${this.#id} has no disk on this host`);
    return record;
  }

  /** Writes what has changed: a write waits for the disk. */
  async save(record: MachineRecord): Promise<void> {
    if (isDeepStrictEqual(record, this.#record)) return;
    await writeRecord(this.#folder, record);
    this.#record = record;
  }

  /** Called after the folder was removed. */
  forget(): void {
    this.#record = null;
  }
}

/** The record of the machine that a driver boots to find out what works on this host. It opens no port. */
export function probeRecord(ram_mib: number, hostKey: MachineRecord['hostKey']): MachineRecord {
  const spec = {
    id: 'probe',
    name: 'probe',
    cpu: 1,
    ram_mib,
    disk_gib: 1,
    image_id: 'probe',
    vpc: { id: 'probe', cidr: '10.255.255.0/28', gateway: '10.255.255.1' },
    private_ip: '10.255.255.2',
    public_hostname: 'probe.invalid',
    ssh: { host: '127.0.0.1', port: 0 },
    authorized_keys: [],
    firewall: { inbound: [], outbound: null },
    addresses: [],
    volumes: [],
    source_snapshot_id: null,
    facts: {
      account_id: '',
      region: '',
      plan: { name: 'probe', cpu: 1, ram: ram_mib, disk: 1, price_monthly: 0 },
      image_id: 'probe',
      tags: {},
      api_url: null,
      s3_url: null,
    },
  };
  return { format: 1, spec, user: 'probe', hostKey, booted: true };
}
