import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '#lib/local/data/files.ts';
import { type Entity, GatewayFault, newGatewayId } from './entities.ts';

/** Everything that the simulator stores. A change is on the disk before the call that made it is answered. */
export interface Book {
  get(id: string): Entity | undefined;
  /** The entity of this kind; throws Razorpay's error where there is none. */
  need(kind: string, id: unknown): Entity;
  /** Entities of a kind, newest first. */
  list(kind: string): Entity[];
  /** Writes all of these entities or none. */
  put(...entities: Entity[]): void;
  remove(id: string): void;
  close(): void;
}

/**
 * Opens the book in a folder: a journal of changes, one line each, which is rewritten at every opening. An incomplete
 * line, as a crash leaves it, is ignored.
 */
export function openBook(dir: string): Book {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, 'journal.jsonl');
  const entities = existsSync(file) ? replay(readFileSync(file, 'utf8')) : new Map<string, Entity>();
  replaceFile(file, [...entities.values()].map((entity) => `${JSON.stringify([entity])}\n`).join(''));
  syncFolder(dir);
  const handle = openSync(file, 'a', 0o600);
  const append = (change: unknown) => {
    writeSync(handle, `${JSON.stringify(change)}\n`);
    fsyncSync(handle);
  };
  const get = (id: string) => entities.get(id);
  return {
    get,
    need(kind, id) {
      const found = typeof id === 'string' ? get(id) : undefined;
      if (found?.entity === kind) return found;
      throw new GatewayFault('The id provided does not exist', 'id');
    },
    list: (kind) => [...entities.values()].filter(({ entity }) => entity === kind).reverse(),
    put(...changed) {
      append(changed);
      for (const entity of changed) entities.set(entity.id, entity);
    },
    remove(id) {
      append({ removed: id });
      entities.delete(id);
    },
    close: () => closeSync(handle),
  };
}

function replay(text: string): Map<string, Entity> {
  const entities = new Map<string, Entity>();
  for (const line of text.split('\n').slice(0, -1)) {
    const change = JSON.parse(line) as Entity[] | { removed: string };
    if (!Array.isArray(change)) entities.delete(change.removed);
    else for (const entity of change) entities.set(entity.id, entity);
  }
  return entities;
}

/** The merchant's keys; the driver reads the same file (SVC_GATEWAY_KEY_FILE). */
export interface GatewayKeys {
  key_id: string;
  key_secret: string;
  webhook_secret: string;
}

/** The keys of a data folder, which are made at the first start. */
export function gatewayKeys(file: string): GatewayKeys {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const secret = () => randomBytes(24).toString('base64url');
    const keys = { key_id: newGatewayId('rzp_test'), key_secret: secret(), webhook_secret: secret() };
    replaceFile(file, `${JSON.stringify(keys, null, 1)}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as GatewayKeys;
}
