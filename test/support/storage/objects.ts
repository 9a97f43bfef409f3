import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as resolveObjectKey } from '#functions/storage/access-keys/resolve.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as deleteCors } from '#functions/storage/buckets/delete-cors.ts';
import { handler as deleteLifecycle } from '#functions/storage/buckets/delete-lifecycle.ts';
import { handler as putCors } from '#functions/storage/buckets/put-cors.ts';
import { handler as putLifecycle } from '#functions/storage/buckets/put-lifecycle.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { handler as createUpload } from '#functions/storage/multipart-uploads/create.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { type ObjectEngine, ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import type { Handler } from '#lib/edge/route.ts';
import { serveAdmin } from '#lib/local/objects/admin-server.ts';
import { signedRequest } from '#lib/local/objects/control.ts';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import type { ControlPlane } from '#lib/local/s3/control.ts';
import { startObjectEngine } from '#lib/local/s3/start.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, newName } from '#test/support/accounts/iam.ts';

/** An object engine for the handlers of this worker, with faults that a test can set. */
export interface TestObjects {
  url: string;
  /** Serves a connection of a machine. */
  accept(socket: Socket): void;
  admin: ObjectEngine;
  /** The platform's own key, which may configure buckets through S3. */
  platform: { access_key_id: string; secret_key: string };
  /** The next call of this kind ends with the error; with `also` the call is made first. */
  breakNext(call: keyof ObjectEngine, error: Error, also?: 'after'): void;
  /** The next call of this kind waits until the promise settles. */
  holdNext(call: keyof ObjectEngine, until: Promise<unknown>): void;
  /** Whether a call of this kind has come to where `holdNext` makes it wait. */
  isHeld(call: keyof ObjectEngine): boolean;
}

let started: Promise<{ objects: TestObjects; settings: Record<string, string> }> | undefined;

/**
 * Starts the embedded engine once per worker, with the table as its source of keys, and names it in the environment.
 */
export async function testObjects(): Promise<TestObjects> {
  started ??= start();
  const { objects, settings } = await started;
  Object.assign(process.env, settings);
  return objects;
}

async function start(): Promise<{ objects: TestObjects; settings: Record<string, string> }> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-objects-'));
  const platform = { access_key_id: 'PLATFORM', secret_key: 'platform-secret' };
  const own: ObjectKey = { secret: platform.secret_key, bucket: null, permission: 'owner', status: 'active' };
  const lookup = async (id: string) => (id === platform.access_key_id ? own : resolveObjectKey(id));
  const keys = { lookup };
  const clock = { now: civilNow };
  const engine = await startObjectEngine({ dir, keys, control, clock, fsync: false, log: () => undefined });
  const broken = new Map<string, { error?: Error; also?: 'after' | undefined; until?: Promise<unknown> }>();
  const admin = new Proxy(engine.admin, {
    get(own, name: keyof ObjectEngine) {
      const call = own[name];
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]) => {
        const fault = broken.get(name);
        broken.delete(name);
        await fault?.until;
        if (fault?.error && !fault.also) throw fault.error;
        const answer = await (call as (...args: unknown[]) => unknown)(...args);
        if (fault?.error) throw fault.error;
        return answer;
      };
    },
  });
  const socketPath = join(dir, 'socket');
  await serveAdmin(admin, { socketPath, secret: 'secret' });
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const settings = {
    SVC_OBJECT_ENGINE: 'embedded',
    SVC_S3_ADMIN_SOCKET: socketPath,
    SVC_S3_ADMIN_SECRET: 'secret',
    SVC_S3_URL: engine.endpoint,
  };
  const objects: TestObjects = {
    url: engine.endpoint,
    accept: engine.accept,
    admin: engine.admin,
    platform,
    breakNext: (call, error, also) => broken.set(call, { error, also }),
    holdNext: (call, until) => broken.set(call, { until }),
    isHeld: (call) => !broken.has(call),
  };
  return { objects, settings };
}

const changes: Readonly<Record<string, Handler>> = {
  'POST ': create,
  'PATCH /{name}': update,
  'DELETE /{name}': remove,
  'PUT /{name}/cors': putCors,
  'DELETE /{name}/cors': deleteCors,
  'PUT /{name}/lifecycle': putLifecycle,
  'DELETE /{name}/lifecycle': deleteLifecycle,
};

/** The API as the engine of a laptop reaches it: the same signed requests, for the handlers. */
const control: ControlPlane = async (change, sender) => {
  const { method, path, headers, text } = signedRequest(change, sender);
  const [, name = '', part = ''] = /^\/([^/]+)(\/\w+)?$/.exec(change.path) ?? [];
  const handler = changes[`${method} ${name && '/{name}'}${part}`];
  if (!handler) throw new Error(`there is no route for ${method} ${path}`);
  const { source_ip: ip, inside } = sender.source;
  const request = { method, path, headers, ip, ...(inside && { inside }), ...(name && { params: { name } }) };
  const reply = await call(handler, { ...request, ...(text && { rawBody: text }) });
  return { status: reply.status, code: reply.headers['x-error-code'] ?? '', error: reply.body.error ?? '' };
};

/** Those of these buckets that the engine has. */
export async function standing(admin: ObjectEngine, names: readonly string[]): Promise<string[]> {
  const has = async (name: string) => {
    try {
      await admin.usage(name);
      return [name];
    } catch (error) {
      if (error instanceof ObjectEngineError && error.code === 'no_such_bucket') return [];
      throw error;
    }
  };
  return (await Promise.all(names.map(has))).flat();
}

/** Makes a bucket by its route, and answers its name. */
export async function newBucket(owner: SignedUp, settings: Record<string, unknown> = {}): Promise<string> {
  await testObjects();
  const body = { name: newName('bucket'), ...settings };
  return (await expectStatus(201, callerOf(owner)(create, { body }))).name;
}

/** A key of a bucket, made by its route. */
export const newKey = (owner: SignedUp, name: string, settings: Record<string, unknown> = {}) =>
  expectStatus(
    201,
    callerOf(owner)(createKey, { params: { name }, body: { name: 'app', permission: 'readwrite', ...settings } }),
  );

/** An upload to a bucket, begun by its route. */
export const newUpload = (owner: SignedUp, name: string, body: { key: string; parts: number; content_type?: string }) =>
  expectStatus(201, callerOf(owner)(createUpload, { params: { name }, body }));
