import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError, type MachineStatus, type PowerOffCause } from '#lib/agent/driver.ts';
import type { Backend } from './backend.ts';
import { emptyTrash, TRASH } from './folders.ts';
import { Machine } from './machine.ts';
import { listRecords, readRecord } from './record.ts';

/** What the machines of one host report to whoever runs them. */
export interface MachinesContext {
  readonly backend: Backend;
  /** Folder of the machines' folders. */
  readonly root: string;
  powerOff(id: string, cause: PowerOffCause): void;
  log(line: string): void;
}

/** Ids become folder names and process arguments. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** Every machine of one host. */
export class Machines {
  readonly #context: MachinesContext;
  readonly #machines = new Map<string, Machine>();

  constructor(context: MachinesContext) {
    this.#context = context;
  }

  /** Makes the folder and finishes removals that an earlier run did not. */
  async open(): Promise<void> {
    const { root } = this.#context;
    await mkdir(root, { recursive: true, mode: 0o700 });
    const names = await readdir(root);
    await Promise.all(names.filter((name) => name.endsWith(TRASH)).map((name) => emptyTrash(join(root, name))));
  }

  /** The machine of this id, whether or not it has a disk; INVALID for an id that cannot name a folder. */
  get(id: string): Machine {
    if (!ID.test(id)) throw new DriverError('INVALID', `not a machine id: ${id.slice(0, 60)}`);
    const known = this.#machines.get(id);
    if (known) return known;
    const { backend, root, powerOff, log } = this.#context;
    const machine = new Machine({ backend, id, folder: join(root, id), powerOff, log });
    this.#machines.set(id, machine);
    return machine;
  }

  async status(id: string): Promise<MachineStatus> {
    if (this.get(id).isRunning) return 'running';
    return (await readRecord(join(this.#context.root, id))) ? 'stopped' : 'absent';
  }

  list(): Promise<string[]> {
    return listRecords(this.#context.root);
  }

  /** Stops every machine at once, then the backend. */
  async close(): Promise<void> {
    const none = new AbortController().signal;
    await Promise.all([...this.#machines.values()].map((machine) => machine.stop(CLOSING, none)));
    await this.#context.backend.close();
  }
}

/** Time for the guests' programs to end by themselves when the agent is closed. */
const CLOSING = { grace_ms: 3000, force: false };
