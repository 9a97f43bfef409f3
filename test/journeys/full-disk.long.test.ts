import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { hasNamespaces, onTmpfs } from '#test/support/processes/namespaces.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

describe.runIf(hasNamespaces)('a disk that fills up while the platform runs', () => {
  let dataDir: string;
  let platform: RunningPlatform;
  let client: Client;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-full-'));
    const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.001' };
    platform = await startPlatform({ dataDir, env, wrapper: onTmpfs(dataDir, '96m') });
    client = await Client.register(platform.baseUrl);
  });
  afterAll(async () => {
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  /** The file system that the platform sees there. */
  const ballast = () => `/proc/${platform.pid}/root${dataDir}/ballast`;

  function fill(): void {
    const file = openSync(ballast(), 'w');
    const chunk = Buffer.alloc(64 * 1024);
    try {
      for (;;) writeSync(file, chunk);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      closeSync(file);
    }
  }

  it('is told in our own words, ends nothing, and is forgotten once there is room', async () => {
    const kept = await client.launch({ name: 'kept' });
    fill();
    const body = await client.launchBody({ name: 'none', user_data: 'x'.repeat(60_000) });
    const refused = async () => {
      const reply = await client.ask('/compute/instances', { method: 'POST', body, once: true });
      return reply.status === 201 ? undefined : reply;
    };
    const reply = await eventually(refused);
    expect([reply?.status, reply?.headers.get('x-error-code'), reply?.headers.get('retry-after')]).toEqual([
      503,
      'dependency_unavailable',
      '1',
    ]);
    expect(reply?.body).toEqual({
      error: expect.stringMatching(/^a service behind the API does not answer; quote req-/),
    });
    rmSync(ballast());
    await expect.poll(async () => (await client.get('/auth/me')).status).toBe(200);
    expect((await client.show(kept.id)).status).toBe('running');
    const after = await client.post('/compute/vpcs', { name: 'after' });
    expect(after.status).toBe(201);
    const settled = async () =>
      (await client.get('/compute/instances?limit=200')).body.instances.every(
        ({ status }: { status: string }) => status !== 'provisioning',
      );
    await eventually(settled);
    expect(platform.output()).not.toMatch(/uncaught|unhandled/i);
  });
});
