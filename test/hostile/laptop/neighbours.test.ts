import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '#test/bench/local/processes.ts';
import { asOther, canBeOthers, type Laptop, startLaptop } from './ground.ts';

/*
 * What another user of this computer can try while a platform runs. Skipped without root, because only root can act as
 * another user.
 */
describe.runIf(canBeOthers)('another user of this machine tries', () => {
  let laptop: Laptop;
  beforeAll(async () => {
    laptop = await startLaptop();
  });
  afterAll(() => laptop?.platform.stop());
  const curl = (path: string, ...words: string[]) =>
    asOther('curl', '-s', '-o', '-', '-w', '\n%{http_code}', ...words, `${laptop.platform.baseUrl}${path}`);
  const clock = async () =>
    (await (await fetch(`${laptop.platform.baseUrl}/dev/clock`)).json()) as { offset_seconds: number };
  const moves = JSON.stringify({ advance_seconds: 86_400 });
  const json = ['-H', 'content-type: application/json'];

  test('the API, which is for everybody (so that the rest is no broken attacker)', async () => {
    const { stdout } = await curl('/healthz');
    expect(stdout).toMatch(/^\{"status":"ok".*\n200$/s);
  });

  test('every socket of the engines and of the agent', async () => {
    const names = laptop.sockets.map((path) => path.slice(laptop.socketDir.length + 1));
    expect(names).toEqual(expect.arrayContaining(['console', 'gateway', 'objects', 'table', 'workflows']));
    for (const path of laptop.sockets) {
      const script =
        'use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); print connect(S, pack_sockaddr_un($ARGV[0])) ? "in" : $! + 0';
      // 13: EACCES
      expect([path, (await asOther('perl', '-e', script, path)).stdout]).toEqual([path, '13']);
    }
  });

  test('the network of the embedded DynamoDB', async () => {
    const [table = 0] = laptop.pids.filter((pid) => commandOf(pid).includes('dynoxide'));
    expect(table).toBeGreaterThan(0);
    const entered = await asOther('nsenter', '-t', `${table}`, '-n', 'true');
    expect(entered.stderr).toMatch(/Permission denied|not permitted/);
    expect(entered.status).not.toBe(0);
  });

  test.each([
    ['GET', '/dev/clock'],
    ['POST', '/dev/clock'],
    ['GET', '/dev/outbox'],
    ['GET', '/dev/outbox.html'],
    ['GET', '/dev/checkout.html'],
    ['GET', '/dev/gateway/orders/order_1'],
    ['POST', '/dev/gateway/orders/order_1/pay'],
    ['POST', '/dev/gateway/payments/pay_1/refund'],
    ['POST', '/dev/gateway/mandates/man_1/approve'],
    ['POST', '/dev/gateway/faults'],
    ['GET', '/dev/state'],
    ['POST', '/dev/state/mine'],
    ['POST', '/dev/state/mine/load'],
    ['DELETE', '/dev/state/mine'],
    ['POST', '/dev/reset'],
    ['PUT', '/dev/faults'],
    ['POST', '/dev/limits'],
    ['GET', '/dev/requests'],
    ['GET', '/dev/nothing'],
    ['GET', '/dev'],
  ])('%s %s', async (method, path) => {
    const before = await clock();
    const { stdout } = await curl(path, '-X', method, ...(method === 'POST' ? [...json, '-d', moves] : []));
    const [body = '', status] = stdout.split('\n');
    expect(status).toBe('403');
    expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('not uid 65534') });
    expect(await clock()).toMatchObject({ offset_seconds: before.offset_seconds });
  });

  test('/dev by an IPv6 socket, and from another loopback address', async () => {
    const port = laptop.platform.port;
    const mapped = `http://[::ffff:127.0.0.1]:${port}/dev/clock`;
    const host = ['-H', `host: localhost:${port}`];
    for (const words of [
      [...host, mapped],
      ['--interface', '127.9.9.9', `http://127.0.0.1:${port}/dev/clock`],
    ]) {
      expect((await asOther('curl', '-s', ...words)).stdout).toContain('not uid 65534');
    }
  });

  test('to be gone before it is asked who it was, when the kernel says root', async () => {
    const script = `use IO::Socket::INET; use Socket;
      for (1..200) {
        my $s = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $ARGV[0]) or die;
        print $s "POST /dev/clock HTTP/1.1\\r\\nHost: localhost:$ARGV[0]\\r\\nContent-Type: application/json\\r\\nContent-Length: ", length $ARGV[1], "\\r\\n\\r\\n$ARGV[1]";
        close $s;
      }`;
    const outcome = await asOther('perl', '-e', script, `${laptop.platform.port}`, moves);
    expect(outcome).toMatchObject({ status: 0 });
    expect(await clock()).toMatchObject({ offset_seconds: 0 });
  });

  test('to read its folders', async () => {
    const { platform, socketDir, systemDir } = laptop;
    const state = systemDir && join(systemDir, 'state');
    for (const folder of [platform.dataDir, socketDir, ...(state ? [state] : [])]) {
      expect([folder, (await asOther('ls', folder)).stderr]).toEqual([folder, expect.stringContaining('denied')]);
    }
    for (const name of readdirSync(platform.dataDir)) {
      const { status, stderr } = await asOther('head', '-c1', join(platform.dataDir, name));
      expect([name, status, stderr]).toEqual([name, 1, expect.stringContaining('denied')]);
    }
  });

  test('to read what its processes were told, and what they have open', async () => {
    for (const pid of laptop.pids) {
      for (const name of ['environ', 'mem', 'maps', 'fd/0'])
        expect([pid, (await asOther('head', '-c1', `/proc/${pid}/${name}`)).stdout]).toEqual([pid, '']);
    }
  });
});
