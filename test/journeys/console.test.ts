import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let owner: Client;
let machine: Instance;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await Client.verified(platform.baseUrl);
  machine = await owner.launch();
});
afterAll(() => platform?.stop());

const address = (id = machine.id, query = '') =>
  `${platform.baseUrl.replace('http', 'ws')}/compute/ws/instances/${id}/console${query}`;
const bearer = (client: Client) => ({ headers: { authorization: `Bearer ${client.token}` } });
const ticket = async (client = owner, id = machine.id) => client.post(`/compute/instances/${id}/console-ticket`);

describe('a console', () => {
  it('carries keys and their echo, sizes, and the exit code', async () => {
    const console = await ConsoleClient.open(address(machine.id, '?cols=100&rows=30'), bearer(owner));
    console.type('stty size; echo "to""gether"\r');
    await console.until(/30 100[\s\S]*together/);
    console.say({ type: 'resize', cols: 132, rows: 43 });
    console.type('stty size\r');
    await console.until(/43 132/);
    console.say({ type: 'ping' });
    console.type('exit 3\r');
    expect(await console.closed).toEqual({ code: 1000, reason: 'the shell ended' });
    expect(console.said).toEqual([{ type: 'ready' }, { type: 'pong' }, { type: 'exit', code: 3 }]);
  });

  it('needs no key of the machine’s, and shows none to it', async () => {
    const console = await ConsoleClient.open(address(), bearer(owner));
    console.type('cat ~/.ssh/authorized_keys | wc -c; echo user=$LOGNAME term=$TERM.\r');
    await console.until(/user=\w+ term=xterm-256color\./);
    expect(console.seen).not.toContain('ssh-ed25519');
    console.socket.close();
    await console.closed;
  });

  it('survives a flood, and a browser that reads slowly', async () => {
    const console = await ConsoleClient.open(address(), bearer(owner));
    console.type('head -c 10000000 /dev/zero | tr "\\0" x; echo; echo "do""ne"\r');
    for (let read = 0; read < 20; read += 1) {
      await once(console.socket, 'message');
      console.socket.pause();
      await turn();
      console.socket.resume();
    }
    await console.until(/done\r?\n/);
    expect(console.seen.match(/x{1000}/g)?.length).toBeGreaterThanOrEqual(9999);
    console.socket.close();
    await console.closed;
  });

  it('takes a long paste whole', async () => {
    const console = await ConsoleClient.open(address(), bearer(owner));
    console.type('stty -echo; wc -c > ~/pasted\r');
    await console.until(/pasted/);
    const line = `${'y'.repeat(999)}\n`;
    for (let i = 0; i < 200; i += 1) console.type(line);
    console.type('\x04');
    console.type('echo count=$(cat ~/pasted)\r');
    await console.until(/count=200000/);
    console.socket.close();
  });
});

describe('before the upgrade it is refused', () => {
  it('without credentials, with wrong ones, and with those of another account', async () => {
    const refusal = async (url: string, headers: Record<string, string> = {}) => {
      const refused = await ConsoleClient.connect(url, { headers });
      if (refused instanceof ConsoleClient) throw new Error('it was not refused');
      expect(refused.requestId).toMatch(/^req-/);
      return [refused.status, refused.code, refused.body.error];
    };
    expect(await refusal(address())).toEqual([
      401,
      'missing_credentials',
      'credentials are missing: send Authorization: Bearer <access token>, the svc_access cookie, or ?ticket=',
    ]);
    expect(await refusal(address(), { authorization: 'Bearer nonsense' })).toEqual([
      401,
      'invalid_token',
      'invalid access token',
    ]);
    expect(await refusal(address(machine.id, '?ticket=ct_nobodys'))).toEqual([
      401,
      'invalid_token',
      'ticket: is not one for this console, was used, or is more than 60 seconds old',
    ]);
    const stranger = await Client.register(platform.baseUrl);
    const token = { authorization: `Bearer ${stranger.token}` };
    const missing = [404, 'not_found', `instance ${machine.id} not found`];
    expect(await refusal(address(), token)).toEqual(missing);
    expect((await ticket(stranger)).status).toBe(404);
    expect(await refusal(address('i-none'), token)).toEqual([404, 'not_found', 'instance i-none not found']);
    expect(await refusal(address(machine.id, '?cols=0'), token)).toEqual([
      400,
      'validation_failed',
      'cols: "0" must be an integer from 1 to 1000',
    ]);
    expect(await refusal(address(machine.id, '?colour=1'), token)).toEqual([
      400,
      'unknown_field',
      'unknown query parameter "colour"',
    ]);
  });

  it('with a cookie from a foreign page; from our own it opens', async () => {
    const cookie = `svc_access=${owner.token}`;
    const foreign = await ConsoleClient.connect(address(), { headers: { cookie, origin: 'https://evil.example' } });
    expect(foreign).toMatchObject({
      status: 403,
      code: 'cross_origin',
      body: { error: 'Origin: "https://evil.example" may not open this console' },
    });
    const own = await ConsoleClient.open(address(), { headers: { cookie, origin: platform.baseUrl } });
    own.socket.close();
    expect((await own.closed).code).toBe(1005);
  });

  it('as a request that is no WebSocket, or no GET', async () => {
    const path = `/compute/ws/instances/${machine.id}/console`;
    const plain = await owner.get(path);
    expect([plain.status, plain.headers.get('x-error-code'), plain.body]).toEqual([
      426,
      'upgrade_required',
      { error: 'the console is a WebSocket: send Upgrade: websocket' },
    ]);
    expect((await owner.post(path)).status).toBe(405);
  });

  it('to an IAM user without compute:OpenConsole', async () => {
    await owner.post('/auth/iam/users', { username: 'dev' });
    const key = (await owner.post('/auth/iam/users/dev/access-keys')).body;
    const exchanged = await owner.post('/auth/iam/exchange-credentials', {
      access_key_id: key.access_key_id,
      secret_key: key.secret_key,
    });
    expect(exchanged.status).toBe(200);
    const refused = await ConsoleClient.connect(address(), {
      headers: { authorization: `Bearer ${exchanged.body.access_token}` },
    });
    expect(refused).toMatchObject({
      status: 403,
      code: 'access_denied',
      body: { error: expect.stringContaining('user dev is not authorised to perform compute:OpenConsole on srn:') },
    });
  });
});

describe('a ticket', () => {
  it('opens one console, however many come with it at once', async () => {
    const { status, body } = await ticket();
    expect(status).toBe(201);
    expect(body.url).toBe(address(machine.id, `?ticket=${body.ticket}`));
    const all = await Promise.all(Array.from({ length: 5 }, () => ConsoleClient.connect(body.url)));
    const opened = all.filter((one) => one instanceof ConsoleClient);
    expect(opened).toHaveLength(1);
    const refused = all.flatMap((one) => (one instanceof ConsoleClient ? [] : one.status));
    expect(refused).toEqual([401, 401, 401, 401]);
    opened[0]?.socket.close();
  });

  it('opens no other machine’s console', async () => {
    const { body } = await ticket();
    const other = await ConsoleClient.connect(address('i-01kanx7m3v5q8w2c4d6f7g9h1j', `?ticket=${body.ticket}`));
    expect(other).toMatchObject({ status: 401, code: 'invalid_token' });
  });
});

it('the audit log tells who opened and closed consoles, and whom it refused', async () => {
  const { audit_logs: logs } = (await owner.get('/auth/audit-logs?q=/compute/ws/&limit=200')).body;
  const acts = logs.map(
    ({ action, status, actor }: { action: string; status: number; actor: { type: string } }) =>
      `${actor.type} ${action} ${status}`,
  );
  for (const act of ['root compute:OpenConsole 101', 'root closeConsole 1000', 'iam compute:OpenConsole 403']) {
    expect(acts).toContain(act);
  }
  expect(logs[0].resource).toMatch(/^srn:compute:in-mum:\d{12}:instance\/i-/);
});
