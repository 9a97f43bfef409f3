import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeContext } from '#lib/cli/config/contexts.ts';
import { values } from '#lib/terraform/protocol/value.ts';
import { configured } from '#lib/terraform/provider/configure.ts';

/* Where the provider finds its platform and its credentials. */

let server: Server;
let endpoint: string;
let asked: (string | undefined)[];
let folder: string;
beforeEach(async () => {
  asked = [];
  server = createServer((request, reply) => {
    asked.push(request.headers.authorization);
    reply.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'svc-contexts-'));
  vi.stubEnv('SVC_CONFIG_DIR', folder);
  for (const name of ['ENDPOINT', 'TOKEN', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'CONTEXT']) {
    vi.stubEnv(`SVC_${name}`, undefined);
  }
  writeContext('work', { endpoint, auth: 'session', access_token: 'of-context', refresh_token: 'r' });
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true });
});

const given = (block: Record<string, string>) => configured(values(Object.entries(block)));

test.each([
  ['the block', () => ({ endpoint, token: 'of-block' }), {}, 'Bearer of-block'],
  ['the environment', () => ({ endpoint }), { SVC_TOKEN: 'of-environment' }, 'Bearer of-environment'],
  ['the block before it', () => ({ endpoint, token: 'of-block' }), { SVC_TOKEN: 'x' }, 'Bearer of-block'],
  ['a context', () => ({ context: 'work' }), {}, 'Bearer of-context'],
  ['a context of the environment', () => ({}), { SVC_CONTEXT: 'work' }, 'Bearer of-context'],
  ['a key before such a context', () => ({ endpoint }), { SVC_CONTEXT: 'work', SVC_TOKEN: 'k' }, 'Bearer k'],
])('credentials of %s', async (_, block, env, authorization) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await (await given(block())).getMe();
  expect(asked).toEqual([authorization]);
});

test.each([
  [{}, 'endpoint: is not set (nor is SVC_ENDPOINT)'],
  [{ endpoint: 'cloud', token: 'x' }, 'endpoint: "cloud" is not the address of a platform (https://api.example)'],
  [
    { endpoint: 'http://api.example', token: 'x' },
    'endpoint: http://api.example would send credentials unencrypted (use https, or http to this machine)',
  ],
  [
    { endpoint: 'https://api.example', access_key_id: 'SVCX' },
    'access_key_id and secret_key: are not both set (SVC_ACCESS_KEY_ID and SVC_SECRET_ACCESS_KEY, a token or a context)',
  ],
  [
    { context: 'work', endpoint: 'https://api.example' },
    'context: "work" has no login at https://api.example (svc login)',
  ],
  [{ context: 'absent' }, expect.stringContaining('"absent"')],
])('%j is refused', async (block, message) => {
  await expect(given(block)).rejects.toMatchObject({ name: 'Unfit', message });
});
