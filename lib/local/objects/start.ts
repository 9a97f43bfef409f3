import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { EngineSocket } from '#lib/drivers/objects/embedded/engine.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { FaultBook } from '#lib/local/dev/faults/book.ts';
import type { Log } from '#lib/local/log.ts';
import type { KeySource } from '#lib/local/s3/auth/keys.ts';
import type { ControlPlane } from '#lib/local/s3/control.ts';
import type { Strike } from '#lib/local/s3/http/faults.ts';
import type { Admit } from '#lib/local/s3/operations/operation.ts';
import { type EmbeddedObjectEngine, startObjectEngine } from '#lib/local/s3/start.ts';
import { type Settings, s3UrlOf } from '#lib/local/settings.ts';
import { reasonOf, StartError } from '#lib/local/start-error.ts';
import type { Part } from '#lib/local/state/part.ts';
import { serveAdmin } from './admin-server.ts';
import { readCertificate } from './certificate.ts';

/** Object storage on this machine. While it is released, requests fail. */
export interface ObjectStorage extends Part {
  /** The address of its control side, for functions. */
  readonly socket: EngineSocket;
  /** Serves a connection of a machine. */
  accept(socket: Socket): void;
  /** Stops; open requests are ended. */
  close(): Promise<void>;
}

interface Options {
  readonly settings: Pick<Settings, 's3Port' | 's3Region' | 's3Tls'>;
  readonly dir: string;
  readonly lookup: KeySource['lookup'];
  /** The API, which makes the changes of buckets that users ask for. */
  readonly control: ControlPlane;
  /** Only this user can reach it. */
  readonly socketDir: string;
  readonly clock: { now(): Date };
  /** Lets requests of S3 clients wait. */
  readonly admit: Admit;
  readonly log: Pick<Log, 'warn'>;
  readonly faults?: Pick<FaultBook, 'strike'>;
}

/**
 * Serves S3 on 127.0.0.1 at SVC_S3_PORT, over https where there is a certificate, and its control side on a unix
 * socket. Refuses in one sentence where it cannot.
 */
export async function startObjectStorage(options: Options): Promise<ObjectStorage> {
  const { socketDir, settings } = options;
  const engine = await openEngine(options);
  const socket = { socketPath: join(socketDir, 'objects'), secret: randomBytes(32).toString('base64url') };
  const admin = await serveAdmin(engine.admin, socket).catch(async (error: unknown) => {
    await engine.close();
    throw new StartError(`object storage beside SVC_S3_PORT ${settings.s3Port}: ${reasonOf(error)}`);
  });
  return {
    socket,
    accept: engine.accept,
    release: () => engine.release(),
    reopen: () => engine.reopen(),
    async close() {
      await admin.close();
      await engine.close();
    },
  };
}

async function openEngine({
  settings,
  dir,
  lookup,
  control,
  clock,
  admit,
  log,
  faults,
}: Options): Promise<EmbeddedObjectEngine> {
  const { s3Port: port, s3Region: region, s3Tls } = settings;
  const tls = s3Tls && { tls: await readCertificate(s3Tls) };
  const say = (message: string) => log.warn(`object storage: ${message}`);
  const strike: Strike | undefined = faults && ((subject) => faults.strike({ where: 's3', subject }));
  const platform = { keys: { lookup }, box: secretBox, control, clock, admit, log: say, ...(strike && { strike }) };
  try {
    return await startObjectEngine({ dir, port, region, url: s3UrlOf(settings), ...platform, ...tls });
  } catch (error) {
    throw new StartError(
      (error as NodeJS.ErrnoException).code === undefined
        ? `object storage in ${dir} cannot be opened: ${(error as Error).message}`
        : `SVC_S3_PORT ${port} on 127.0.0.1: ${reasonOf(error)}; stop what uses it, or set SVC_S3_PORT to another`,
    );
  }
}
