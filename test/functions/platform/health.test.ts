import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/platform/health.ts';
import { handler as openapi } from '#functions/platform/openapi.ts';
import { forgetHosts } from '#lib/domain/compute/health/health.ts';
import { call } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { announceHost, hostEntry, hostImage } from '#test/functions/compute/hosts.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { testObjects } from '#test/support/storage/objects.ts';

beforeEach(async () => {
  await testTable();
  forgetHosts();
});
afterEach(() => vi.unstubAllEnvs());

const unavailable = (error: string) => ({
  status: 503,
  headers: { 'x-error-code': 'dependency_unavailable', 'retry-after': '1' },
  body: { error },
});

test('what the platform can do, in exactly these fields', async () => {
  vi.stubEnv('SVC_S3_URL', 'http://localhost:9000');
  await announceHost(hostEntry({ images: [hostImage('debian-12'), hostImage('alpine-3.22', 'no such userland')] }));
  const asked = Math.floor(Date.now() / 1000) * 1000;
  const { status, body } = await call(handler);
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'ok',
    version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    region: 'in-mum',
    compute: {
      driver: 'container',
      capabilities: ['isolation', 'ssh'],
      images: ['debian-12'],
      kinds: [{ kind: 'agent', capabilities: ['isolation', 'ssh'] }],
    },
    s3_url: 'http://localhost:9000',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(Date.parse(body.time)).toBeGreaterThanOrEqual(asked);
  expect(Date.parse(body.time)).toBeLessThanOrEqual(Date.now());
});

test('of several hosts: what all of them can do, and the images that any of them has', async () => {
  await announceHost(hostEntry({ images: [hostImage('debian-12')] }));
  await announceHost(
    hostEntry({
      host_id: 'host-2',
      driver: 'qemu',
      capabilities: ['ssh', 'egress'],
      images: [hostImage('ubuntu-24.04')],
    }),
  );
  await announceHost(
    hostEntry({ host_id: 'host-3', driver: 'simulated', capabilities: [], seen_at: Date.now() - 61_000 }),
  );
  expect((await call(handler)).body.compute).toEqual({
    driver: 'container+qemu',
    capabilities: ['ssh'],
    images: ['ubuntu-24.04', 'debian-12'],
    kinds: [{ kind: 'agent', capabilities: ['ssh'] }],
  });
});

test('503 until a host is alive, and once all have fallen silent', async () => {
  expect(await call(handler)).toMatchObject(unavailable('no compute host is alive'));
  await announceHost(hostEntry({ seen_at: Date.now() - 61_000 }));
  expect(await call(handler)).toMatchObject(unavailable('no compute host is alive'));
});

test('503 while the table refuses, and while it is silent', async () => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as { port: number };
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
  silent.on('connection', (socket) => socket.unref());
  expect(await call(handler)).toMatchObject(unavailable('the table does not answer'));
  silent.close();
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
  expect(await call(handler)).toMatchObject(unavailable('the table does not answer'));
});

describe('on a laptop', () => {
  let workflows: Workflows;
  beforeAll(async () => {
    workflows = await startWorkflows();
    await testObjects();
  });
  afterAll(() => workflows.close());
  beforeEach(() => {
    vi.stubEnv('SVC_MODE', 'local');
    vi.stubEnv('SVC_RUN', 'this-start');
  });
  const ready = () => announceHost(hostEntry({ run: 'this-start', images: [hostImage('debian-12')] }));

  test('200 once a launch would be accepted', async () => {
    await ready();
    expect(await call(handler)).toMatchObject({ status: 200, body: { compute: { images: ['debian-12'] } } });
  });

  test('503 while the only heartbeats are of an earlier start', async () => {
    for (const run of ['earlier-start', undefined]) {
      await announceHost(hostEntry({ run, images: [hostImage('debian-12')] }));
      expect(await call(handler)).toMatchObject(unavailable('the host agent has not registered yet'));
    }
  });

  test('503 while the host can boot no image', async () => {
    await announceHost(hostEntry({ run: 'this-start', images: [hostImage('ubuntu-24.04', 'there is no userland')] }));
    expect(await call(handler)).toMatchObject(unavailable('no image can be booted: there is no userland'));
  });

  test('503 while the workflows do not answer, and while the object engine does not', async () => {
    await ready();
    vi.stubEnv('AWS_ENDPOINT_URL_SFN', 'http://127.0.0.1:1');
    expect(await call(handler)).toMatchObject(unavailable('the workflows do not answer'));
    vi.stubEnv('SVC_S3_ADMIN_SOCKET', '/nowhere');
    const both = 'the workflows do not answer; the object engine does not answer';
    expect(await call(handler)).toMatchObject(unavailable(both));
  });
});

test('health and document are for everybody, as often as they like', async () => {
  await announceHost(hostEntry());
  for (const door of [handler, openapi]) {
    const many = await Promise.all(Array.from({ length: 40 }, () => call(door, { bearer: 'nonsense', once: true })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    expect(many[0]?.headers.ratelimit).toBeUndefined();
  }
  expect(await call(handler, { query: { verbose: 'yes' } })).toMatchObject({ status: 400 });
});

test('the document is the one that is checked in', async () => {
  const { body, headers } = await call(openapi);
  expect({ 'x-made-by': 'npm run openapi', ...body }).toEqual(
    JSON.parse(readFileSync('lib/generated/openapi.json', 'utf8')),
  );
  expect(headers['content-type']).toBe('application/json');
});
