import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { createAdmin } from './admin.ts';
import type { KeySource } from './auth/keys.ts';
import { openDoor } from './http/door.ts';
import { type Certificate, defaultLimits, type HttpLimits } from './http/server.ts';
import { Blobs } from './store/blobs.ts';
import { runLifecycles } from './store/lifecycle.ts';
import { Store, type StoreClock } from './store/store.ts';
import { markClean, markOpen, sweepOrphans } from './store/sweep.ts';
import { openTables } from './store/tables.ts';
import { Traffic } from './traffic.ts';

/** How to start an embedded object engine. */
export interface ObjectEngineOptions {
  /** Folder of its state; no other engine may use it at the same time. */
  dir: string;
  keys: KeySource;
  /** How its clients name it, where that is not its endpoint. */
  url?: string;
  /** 0, or none, takes a free port. */
  port?: number;
  /** Serves https, and no plain http. */
  tls?: Certificate;
  /** Names below which a bucket's name may stand in the host; paths always work. */
  hosts?: readonly string[];
  region?: string;
  /** False acknowledges before the disk has it: faster, and a power cut may lose the last moments, though tear nothing. */
  fsync?: boolean;
  /** By which objects are dated and lifecycles run; signatures always hold against the real one. */
  clock?: StoreClock;
  limits?: Partial<HttpLimits>;
  log?: (message: string) => void;
}

/** A running embedded object engine. */
export interface EmbeddedObjectEngine {
  /** On 127.0.0.1. */
  endpoint: string;
  admin: ObjectEngine;
  /** Lets go what lifecycle rules say by now; resolves with how many objects, versions and uploads went. Runs hourly by itself. */
  runLifecycles(): Promise<number>;
  /** Resolves when nothing that was deleted or cut off is left on the disk. */
  swept(): Promise<void>;
  /** Stops; requests under way are cut off, which their clients see. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Opens the folder and serves S3's API on it; rejects when folder or port cannot be had. */
export async function startObjectEngine(options: ObjectEngineOptions): Promise<EmbeddedObjectEngine> {
  const { dir, keys, port = 0, region = 'in-mum', fsync = true, hosts = ['localhost', 's3.localhost'], tls } = options;
  const log = options.log ?? ((message) => process.stderr.write(`s3: ${message}\n`));
  const now = () => new Date();
  const clock = options.clock ?? { now };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const tables = await openTables(join(dir, 'index'), fsync);
  const store = new Store(tables, new Blobs({ dir, tables, fsync, log }), clock);
  const traffic = new Traffic(tables, clock.now.bind(clock), log);
  const context = { store, traffic, keys, region, hosts, now, log };
  const limits = { ...defaultLimits, ...options.limits };
  const door = await openDoor(context, { port, tls, limits }).catch(async (error: unknown) => {
    await traffic.close();
    await tables.close();
    throw error;
  });
  const closing = new AbortController();
  const sweeping = sweep(store, closing.signal, log);
  const expire = () => runLifecycles(store, closing.signal);
  const timer = setInterval(() => void expire().catch((error: unknown) => log(`lifecycle: ${String(error)}`)), HOUR);
  timer.unref();
  return {
    endpoint: door.endpoint,
    admin: createAdmin(store, traffic, { url: options.url ?? door.endpoint, region, expire }),
    runLifecycles: expire,
    swept: async () => {
      await sweeping;
      await store.blobs.idle();
    },
    close: async () => {
      closing.abort();
      clearInterval(timer);
      door.close();
      const complete = await sweeping;
      await store.settled();
      await traffic.close();
      await store.blobs.idle();
      if (complete) await markClean(store);
      await tables.close();
    },
  };
}

/** Removes in the background what a crash left; resolves with whether nothing can be left. */
async function sweep(store: Store, signal: AbortSignal, log: (message: string) => void): Promise<boolean> {
  const clean = await markOpen(store);
  store.blobs.collectSoon();
  if (clean) return true;
  try {
    const removed = await sweepOrphans(store, signal);
    if (removed > 0) log(`removed ${removed} unfinished writes of a run that was cut off`);
    return !signal.aborted;
  } catch (error) {
    log(`unfinished writes of a run that was cut off stay on the disk for now: ${String(error)}`);
    return false;
  }
}
