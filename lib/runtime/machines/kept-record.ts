import { DriverError } from '#lib/runtime/driver.ts';
import { type MachineRecord, readRecord, writeRecord } from './record.ts';

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

  async save(record: MachineRecord): Promise<void> {
    await writeRecord(this.#folder, record);
    this.#record = record;
  }

  /** Called after the folder was removed. */
  forget(): void {
    this.#record = null;
  }
}
