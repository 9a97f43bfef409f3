import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSource } from '#lib/model/platform/source.ts';
import { insideAt } from '#test/support/compute/inside.ts';
import { type Laptop, startLaptop } from './ground.ts';

/* What there is of a running platform to connect to, and how it is closed. */
describe('who looks for a way past the front finds', () => {
  let laptop: Laptop;
  beforeAll(async () => {
    laptop = await startLaptop();
  });
  afterAll(() => laptop?.platform.stop());

  /** What the platform's processes listen on (ss), in this machine's network. */
  const listening = (...kinds: string[]): string[] =>
    execFileSync('ss', ['-nlpH', ...kinds], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => laptop.pids.some((pid) => line.includes(`pid=${pid},`)))
      .map((line) => line.split(/\s+/)[4] ?? '');

  test('no port but those of the API and of S3, and these on 127.0.0.1', () => {
    const s3 = new URL(laptop.platform.s3Url).port;
    expect(listening('-A', 'inet').sort()).toEqual([`127.0.0.1:${laptop.platform.port}`, `127.0.0.1:${s3}`].sort());
  });

  test('no socket outside its closed folder, and no abstract one', () => {
    const sockets = listening('-x');
    expect(sockets.length).toBeGreaterThan(0);
    // Root's lender of mounts has its own below the folder of the ids, which is closed too.
    const others = sockets.filter((path) => !path.startsWith(`${laptop.socketDir}/`));
    for (const path of others) {
      expect(path).toMatch(/\/ids\/\d\/[0-9a-f]{16}\.socket$/);
      const { mode, uid } = statSync(join(path, '../..'));
      expect([mode & 0o777, uid]).toEqual([0o700, 0]);
    }
    expect(others.length).toBeLessThanOrEqual(process.getuid?.() === 0 ? 1 : 0);
    expect(statSync(laptop.socketDir).mode & 0o777).toBe(0o700);
    // Who may not write to a socket may not connect to it.
    for (const path of laptop.sockets) expect([path, statSync(path).mode & 0o022]).toEqual([path, 0]);
  });

  test('no file of its data that others may read, its folder being closed besides', () => {
    const { dataDir } = laptop.platform;
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const all = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
    expect(all.filter((path) => statSync(path).mode & 0o077)).toEqual([]);
  });

  test('no secret on a command line', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'a long passphrase' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect((await fetch(`${laptop.platform.baseUrl}/auth/register`, init)).status).toBe(201);
    const secrets = ['signing.json', 'secret.json', 'gateway.json', 'host.json'].flatMap((name) =>
      [...readFileSync(join(laptop.platform.dataDir, 'keys', name), 'utf8').matchAll(/"([\w-]{20,})"/g)].map(
        ([, s = '']) => s,
      ),
    );
    expect(secrets.length).toBeGreaterThan(3);
    // Some processes end once they have done what they are for.
    const lines = laptop.pids.flatMap((pid) => linesOf(`/proc/${pid}/cmdline`)).join('\n');
    expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
  });

  test('no way to the functions but the front', () => {
    const names = laptop.sockets.map((path) => path.slice(laptop.socketDir.length + 1));
    const known = /^(console|gateway|hosts|inside|objects|stream|table|wakeup|windows|workflows)$/;
    expect(names.filter((name) => !known.test(name))).toEqual([]);
  });

  test('nothing by the host API without the key of a host', async () => {
    const ask = (path: string, headers: Record<string, string>) =>
      new Promise<unknown>((resolve, reject) => {
        const to = { socketPath: join(laptop.socketDir, 'hosts'), method: 'POST', path };
        const sent = request({ ...to, headers: { 'content-type': 'application/json', ...headers } }, (reply) => {
          resolve([reply.statusCode, reply.headers['x-error-code']]);
          reply.resume();
        });
        sent.on('error', reject).end('{}');
      });
    const protocol = { 'x-svc-agent-protocol': '1' };
    const forged = { ...protocol, authorization: 'SvcHost eyJhbGciOiJub25lIn0.eyJpc3MiOiJsb2NhbCJ9.' };
    for (const path of ['/hosts/self/heartbeat', '/hosts/self/machines/i-1/reports', '/hosts/self/leave']) {
      expect(await ask(path, protocol)).toEqual([401, 'invalid_host_signature']);
      expect(await ask(path, forged)).toEqual([401, 'invalid_host_signature']);
    }
    expect(await ask('/auth/register', protocol)).toEqual([404, 'no_such_route']);
  });

  /** What the entrance of machines answers to these words, each once the one before was answered; '' where it ends. */
  const enter = (...words: string[]): Promise<string> =>
    new Promise((resolve) => {
      let heard = '';
      const socket = createConnection(join(laptop.socketDir, 'inside'));
      const end = () => resolve(heard);
      socket.setTimeout(5_000, () => socket.destroy());
      socket.on('close', end).on('error', end);
      socket.on('data', (bytes) => {
        heard += bytes;
        const next = words.shift();
        if (next) socket.write(next);
      });
      socket.write(words.shift() ?? '');
    });

  test('nothing by the entrance of machines that machines do not reach', async () => {
    const get = (path: string, host = 'api.internal') =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const machine = writeSource(insideAt('10.0.0.5'));
    const api = `api ${machine}\n`;
    expect(await enter(api, get('/healthz'))).toContain('HTTP/1.1 200 ');
    for (const path of ['/dev/clock', '/platform/hosts', '/hosts/join', '/console', '/auth/../dev/clock'])
      expect(await enter(api, get(path))).toContain('HTTP/1.1 404 ');
    expect(await enter(api, get('/healthz', 'localhost'))).toContain('HTTP/1.1 421 ');
    const wrong = [`dev ${machine}\n`, 'api\n', 'api localhost\n', 'api 10.0.0.5\n', `api ${'1'.repeat(200)}`];
    for (const line of [...wrong, get('/healthz')]) expect(await enter(line)).toBe('');
    expect(await enter(api + get('/healthz'))).toBe('');
  });
});

/** The text of a file; nothing where it is gone. */
function linesOf(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}
