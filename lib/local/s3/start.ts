import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { createAdmin } from './admin.ts';
import type { KeySource } from './auth/keys.ts';
import type { ControlPlane } from './control.ts';
import { openDoor } from './http/door.ts';
import type { Strike } from './http/faults.ts';
import { type Certificate, defaultLimits, type HttpLimits } from './http/server.ts';
import { Blobs } from './store/blobs.ts';
import { runLifecycles } from './store/lifecycle.ts';
import { Store, type StoreClock } from './store/store.ts';
import { markClean, markOpen, sweepOrphans } from './store/sweep.ts';
import { openTables } from './store/tables.ts';
import { Traffic } from './traffic.ts';

/** The options of an embedded object engine. */
export interface ObjectEngineOptions {
  /** The folder of its state, which no other engine may use at the same time. */
  dir: string;
  keys: KeySource;
  /** Which requests are to fail (contract 4.11). Without it none. */
  strike?: Strike;
  /** The platform's API. Without it users change buckets in the engine alone. */
  control?: ControlPlane;
  /** Its address for clients, where that is not its endpoint. */
  url?: string;
  /** 0 or undefined takes a free port. */
  port?: number;
  /** Serves https only. */
  tls?: Certificate;
  /** Host names below which a bucket's name may stand; paths always work. */
  hosts?: readonly string[];
  region?: string;
  /**
   * False acknowledges before the data is on the disk. It is faster; a power cut may lose the last moments, but never
   * leaves torn data.
   */
  fsync?: boolean;
  /** The clock by which objects are dated and lifecycles run. Signatures always use the real clock. */
  clock?: StoreClock;
  limits?: Partial<HttpLimits>;
  log?: (message: string) => void;
}

/** A running embedded object engine. */
export interface EmbeddedObjectEngine {
  /** The port on 127.0.0.1. */
  endpoint: string;
  admin: ObjectEngine;
  /**
   * Deletes what lifecycle rules say has expired. Resolves with the number of objects, versions and uploads. It also
   * runs hourly.
   */
  runLifecycles(): Promise<number>;
  /** Resolves when nothing that was deleted or interrupted is left on the disk. */
  swept(): Promise<void>;
  /** Stops; open requests are ended, which their clients notice. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Opens the folder and serves S3's API. Rejects where the folder or port cannot be used. */
export async function startObjectEngine(options: ObjectEngineOptions): Promise<EmbeddedObjectEngine> {
  const { dir, keys, port = 0, region = 'in-mum', fsync = true, hosts = ['localhost', 's3.localhost'], tls } = options;
  const log = options.log ?? ((message) => process.stderr.write(`s3: ${message}\n`));
  const now = () => new Date();
  const clock = options.clock ?? { now };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const tables = await openTables(join(dir, 'index'), fsync);
  const store = new Store(tables, new Blobs({ dir, tables, fsync, log }), clock);
  const traffic = new Traffic(tables, clock.now.bind(clock), log);
  const context = { store, traffic, keys, region, hosts, now, log, control: options.control, strike: options.strike };
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
      await traffic.close().catch((error: unknown) => log(`traffic was not recorded: ${String(error)}`));
      await store.blobs.idle();
      const unclean = (error: unknown) => log(`the next start looks for unfinished writes: ${String(error)}`);
      if (complete) await markClean(store).catch(unclean);
      await tables.close();
    },
  };
}

/** Deletes in the background what a crash left. Resolves with whether all of it is deleted. */
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
