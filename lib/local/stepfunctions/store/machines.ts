import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '#lib/local/data/files.ts';
import type { Machine } from '#lib/local/stepfunctions/asl/definition.ts';

/** A state machine as it is stored; times in ms since 1970. */
export interface MachineRecord {
  name: string;
  arn: string;
  roleArn: string;
  /** SHA-256 of the definition's text. */
  definition: string;
  createdAt: number;
  updatedAt: number;
  revisionId?: string;
  deleting?: true;
}

/** The state machines of one folder, and every definition that a machine or a running execution uses. */
export class MachineStore {
  readonly #machines: string;
  readonly #definitions: string;
  readonly #records = new Map<string, MachineRecord>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #parsed = new Map<string, Machine>();

  constructor(dir: string) {
    this.#machines = join(dir, 'machines');
    this.#definitions = join(dir, 'definitions');
    mkdirSync(this.#machines, { recursive: true });
    mkdirSync(this.#definitions, { recursive: true });
    for (const file of readdirSync(this.#machines).filter((name) => name.endsWith('.json'))) {
      const record = JSON.parse(readFileSync(join(this.#machines, file), 'utf8')) as MachineRecord;
      this.#records.set(record.name, record);
    }
  }

  /** Runs changes one after another, so that each sees what the one before it stored. */
  serially<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#last.then(change);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** The machine of this name. */
  get(name: string): MachineRecord | undefined {
    return this.#records.get(name);
  }

  /** Every machine, by name. */
  list(): MachineRecord[] {
    return [...this.#records.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Stores a machine with its definition's text; durable once it resolves. */
  async put(record: Omit<MachineRecord, 'definition'>, text: string): Promise<MachineRecord> {
    const whole = { ...record, definition: digest(text) };
    replaceFile(join(this.#definitions, `${whole.definition}.json`), text);
    await this.save(whole);
    return whole;
  }

  /** Stores a machine whose definition is stored; durable once it resolves. */
  async save(record: MachineRecord): Promise<void> {
    replaceFile(join(this.#machines, fileName(record.name, '.json')), JSON.stringify(record));
    this.#records.set(record.name, record);
  }

  /** Deletes a machine; its definition stays for executions that run it. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#machines, fileName(name, '.json')), { force: true });
    syncFolder(this.#machines);
    this.#records.delete(name);
  }

  /** The text of a stored definition; throws when there is none. */
  text(definition: string): string {
    return readFileSync(join(this.#definitions, `${definition}.json`), 'utf8');
  }

  /** A stored definition, parsed once. */
  parsed(definition: string): Machine {
    const known = this.#parsed.get(definition);
    if (known) return known;
    const machine = JSON.parse(this.text(definition)) as Machine;
    this.#parsed.set(definition, machine);
    return machine;
  }

  /** Deletes definitions that neither a machine nor a running execution uses. */
  sweep(running: ReadonlySet<string>): void {
    const kept = new Set([...running, ...this.list().map(({ definition }) => definition)]);
    for (const file of readdirSync(this.#definitions)) {
      if (!kept.has(file.replace(/\.json$/, ''))) rmSync(join(this.#definitions, file));
    }
  }
}

/** SHA-256 of a text in hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A file name for any key: readable, and different for keys that differ only in case. */
export function fileName(key: string, extension: string): string {
  return `${key.replace(/[^A-Za-z0-9_~-]/g, '_').slice(0, 160)}.${digest(key).slice(0, 16)}${extension}`;
}
