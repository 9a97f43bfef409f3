import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { embeddedEngine } from '#lib/local/dev/faults/stand-ins/objects.ts';
import { serveAdmin } from '#lib/local/objects/admin-server.ts';
import { testEngine } from '#test/lib/local/s3/engine.ts';

let dir: string;
let close: () => Promise<unknown>;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-objects-'));
  close = async () => undefined;
});
afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true });
});

test('an engine of this process is called without its socket, which is used once it is closed', async () => {
  const { engine, close: end } = await testEngine();
  close = end;
  const socketPath = join(dir, 'objects');
  const served = await serveAdmin(engine.admin, { socketPath, secret: 'secret' });
  // Its server would refuse this secret.
  const called = embeddedEngine({ socketPath, secret: 'another' }, engine.admin.endpoint);
  await called.createBucket({ name: 'photos', tags: { team: 'a' } });
  expect(await called.listObjects('photos')).toEqual({ objects: [], commonPrefixes: [], nextCursor: null });
  expect(called.endpoint).toEqual(engine.admin.endpoint);
  await expect(called.usage('none')).rejects.toBeInstanceOf(ObjectEngineError);
  await served.close();
  await expect(called.listObjects('photos')).rejects.toMatchObject({ code: 'ENOENT' });
});
