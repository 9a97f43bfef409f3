import type { Socket } from 'node:net';
import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import type { Part } from '#lib/local/state/part.ts';
import { createAdmin } from './admin.ts';
import type { KeySource } from './auth/keys.ts';
import { openContents } from './contents.ts';
import type { ControlPlane } from './control.ts';
import { openDoor } from './http/door.ts';
import type { Strike } from './http/faults.ts';
import { type Certificate, defaultLimits, type HttpLimits } from './http/server.ts';
import type { Admit, EngineContext } from './operations/operation.ts';
import type { KeyBox } from './store/encryption.ts';
import type { StoreClock } from './store/store.ts';

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
  /** Seals the keys of encrypted objects; without it encryption is not implemented. */
  box?: KeyBox;
  /** The clock by which objects are dated and lifecycles run. Signatures always use the real clock. */
  clock?: StoreClock;
  limits?: Partial<HttpLimits>;
  /** Lets requests wait; without it none does. */
  admit?: Admit;
  log?: (message: string) => void;
}

/** A running embedded object engine. While it is released, requests fail. */
export interface EmbeddedObjectEngine extends Part {
  /** The port on 127.0.0.1. */
  endpoint: string;
  admin: ObjectEngine;
  /** Serves a connection of a machine. */
  accept(socket: Socket): void;
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
  const {
    keys,
    port = 0,
    region = 'in-mum',
    hosts = ['localhost', 's3.localhost', 's3.internal'],
    tls,
    control,
  } = options;
  const { admit = atOnce } = options;
  const log = options.log ?? ((message) => process.stderr.write(`s3: ${message}\n`));
  let contents = await openContents(options, log);
  const context: EngineContext = {
    ...{ keys, region, hosts, now: () => new Date(), log, control, admit, strike: options.strike },
    get store() {
      return contents.store;
    },
    get traffic() {
      return contents.traffic;
    },
  };
  const limits = { ...defaultLimits, ...options.limits };
  const door = await openDoor(context, { port, tls, limits }).catch(async (error: unknown) => {
    await contents.close();
    throw error;
  });
  const expire = () => contents.expire();
  const hourly = () => void expire().catch((error: unknown) => log(`lifecycle: ${String(error)}`));
  const timer = setInterval(hourly, HOUR);
  timer.unref();
  return {
    endpoint: door.endpoint,
    accept: door.accept,
    admin: createAdmin(context, { url: options.url ?? door.endpoint, region, expire }),
    runLifecycles: expire,
    swept: () => contents.swept(),
    release: () => contents.close(),
    async reopen() {
      contents = await openContents(options, log);
    },
    close: async () => {
      clearInterval(timer);
      door.close();
      await contents.close();
    },
  };
}

const atOnce: Admit = (_what, work) => work().then(() => true);
