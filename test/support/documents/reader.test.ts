import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reader } from './reader.ts';

let dir: string;
let server: Server;
let reader: Reader;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-reader-'));
  server = createServer((request, response) => response.writeHead(Number(request.url?.slice(1))).end('body'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  reader = new Reader(dir, [], { URL: `http://127.0.0.1:${port}` });
});
afterAll(() => {
  reader.close();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The faults of a block. */
const faultsOf = async (text: string, language = 'sh') => (await reader.paste({ language, text })).faults;

test('a block that does as printed has no fault, and leaves its variables to the next', async () => {
  expect(await faultsOf('GREETING=$(curl -s $URL/200)\nexport GREETING\n')).toEqual([]);
  expect(await faultsOf('[ "$GREETING" = body ]\n')).toEqual([]);
  expect(await faultsOf('if (process.env.GREETING !== "body") process.exit(1);\n', 'js')).toEqual([]);
});

test('a command that fails is a fault, also in a variable, a function and another language', async () => {
  expect(await faultsOf('false\ntrue\n')).toEqual(['fault status 1 of: false']);
  expect(await faultsOf('X=$(exit 3)\ntrue\n')).toContain('fault status 3 of: X=$(exit 3)');
  expect(await faultsOf('f() { false; true; }\nf\n')).toEqual(['fault status 1 of: false']);
  expect(await faultsOf('process.exit(4)\n', 'js')).toHaveLength(1);
  expect(await faultsOf('false || true\n')).toEqual([]);
});

test('a refusal is a fault unless a comment announces it, and an announced one is to come', async () => {
  expect(await faultsOf('curl -s $URL/409 | cat\n')).toEqual(['announced ', expect.stringMatching(/^0 409 -s http/)]);
  expect(await faultsOf('curl -s $URL/409   # 409: taken\n')).toEqual([]);
  expect(await faultsOf('curl -s $URL/404   # 409: taken\n')).toHaveLength(2);
  expect(await faultsOf('curl -s $URL/200   # 409: taken\n')).toEqual(['announced 409']);
});

test('a request that finds no server is a fault', async () => {
  expect(await faultsOf('curl -s http://127.0.0.1:1/ | cat\n')).toEqual([expect.stringMatching(/^7 none -s http/)]);
});
