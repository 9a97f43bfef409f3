import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let platform: SharedPlatform;
let svc: Cli;
let owner: Client;
const email = 'ann@example.com';

beforeAll(async () => {
  platform = await sharedPlatform();
  svc = await commandLine(platform.baseUrl);
  owner = await Client.verified(platform.baseUrl, email);
  await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  await svc.json('instance', 'launch', 'web', '--instance-type', 's1-nano', '--image', 'debian-12');
  await svc.json('volume', 'create', 'data', '--size-gib', '10');
});

afterAll(async () => {
  await svc?.end();
});

describe('status', () => {
  test('tells what runs, what it costs, and how long the money lasts', async () => {
    const status = await svc.json('status');
    const summary = await svc.json('billing', 'get');
    expect(status).toMatchObject({
      who: email,
      endpoint: platform.baseUrl,
      account: { status: 'active' },
      money: { balance_paise: summary.balance_paise, burn_rate_paise_per_hour: summary.burn_rate_paise_per_hour },
      instances: [{ name: 'web', status: 'running', instance_type_id: 's1-nano' }],
      counts: { volumes: 1, buckets: 0 },
    });
    const type = await svc.json('instance-type', 'get', 's1-nano');
    expect(status.instances[0].price_paise_per_hour).toBe(type.price_hourly_paise);
    const { out } = await svc(['status']);
    expect(out).toMatch(/^balance +₹10,000\.00$/m);
    expect(out).toMatch(/^lasts +\d+ days$/m);
    expect(out).toMatch(/^running +1 of 1 instances\nthere are +1 volume$/m);
  });

  test('leaves out what policies do not show', async () => {
    await svc.json('user', 'create', 'looker');
    const document = { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action: 'compute:*', Resource: '*' }] };
    const made = await owner.post('/auth/iam/policies', { name: 'compute-only', document });
    expect(made.body).toMatchObject({ name: 'compute-only' });
    await svc.json('user', 'attach-policy', 'looker', 'compute-only');
    const key = await svc.json('access-key', 'create', 'looker');
    const env = { SVC_ACCESS_KEY_ID: key.access_key_id, SVC_SECRET_ACCESS_KEY: key.secret_key };
    const { out, code } = await svc(['status', '-o', 'json'], { env });
    expect({ code, status: JSON.parse(out) }).toMatchObject({
      code: 0,
      status: { who: 'looker', money: null, counts: { volumes: 1, buckets: null } },
    });
  });
});

describe('explain', () => {
  test('shows fields with types and units, as the platform documents them', async () => {
    const { fields } = await svc.json('explain', 'volumes');
    const named = Object.fromEntries(fields.map((field: { field: string }) => [field.field, field]));
    expect(named).toMatchObject({
      size_gib: { type: 'integer', unit: 'GiB', about: 'The size in GiB.' },
      created_at: { type: 'time', unit: 'UTC' },
      instance_id: { type: 'text or null' },
      tags: { type: 'keys and values' },
    });
    const { out } = await svc(['explain', 'instance.plan']);
    expect(out).toMatch(/^ {2}plan\.ram +integer\n {6}Memory in MiB\.$/m);
    expect(out).not.toContain('status');
    expect((await svc(['explain', 'fw'])).out).toMatch(/^ {2}port_from +integer or null$/m);
  });

  test('says what there is not', async () => {
    expect(await svc(['explain', 'cloud'])).toMatchObject({ code: 5, err: expect.stringContaining('no noun "cloud"') });
    expect(await svc(['explain', 'vpc.size'])).toMatchObject({
      code: 5,
      err: 'svc: vpc has no field "size" (not_found)\ntry: svc explain vpc\n',
    });
  });
});

describe('open', () => {
  test('prints the address where there is no screen', async () => {
    expect((await svc(['open'])).out).toBe(`${platform.baseUrl}/console\n`);
    const { id } = await svc.json('instance', 'get', 'web');
    expect((await svc(['open', 'web'])).out).toBe(`${platform.baseUrl}/console/instances/${id}\n`);
  });

  test('gives the address to the browser where there is one, and prints it where that fails', async () => {
    const bin = join(svc.home, 'bin');
    mkdirSync(bin);
    const opener = (script: string) => {
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, 'xdg-open'), 0o755);
    };
    const env = { DISPLAY: ':0', PATH: `${bin}:${svc.env.PATH}` };
    opener(`echo "$1" >${svc.home}/opened`);
    expect(await svc(['open'], { env })).toEqual({ code: 0, out: '', err: `Opened ${platform.baseUrl}/console\n` });
    expect(readFileSync(join(svc.home, 'opened'), 'utf8')).toBe(`${platform.baseUrl}/console\n`);
    opener('exit 3');
    expect((await svc(['open'], { env })).out).toBe(`${platform.baseUrl}/console\n`);
  });
});

describe('watch', () => {
  test('draws the list anew without clearing the screen, and gives the terminal back at Ctrl-C', async () => {
    const terminal = new Terminal(svc, 'svc', ['watch', 'instances', '--interval', '0.2'], 120);
    await terminal.sees(/web.*running/);
    expect(terminal.shown).toContain('\u001b[?1049h\u001b[?25l');
    await svc.json('instance', 'stop', 'web', '--force');
    await terminal.sees(/web.*stopped/);
    terminal.resize(60, 5);
    const before = terminal.shown.length;
    await eventually(() => terminal.shown.slice(before).includes('\u001b[?2026h\u001b[H'));
    expect(terminal.shown).not.toContain('\u001b[2J');
    await terminal.answer('\u001b[?2026l', '\u0003');
    expect(await terminal.exited).toBe(130);
    expect(terminal.shown).toContain('\u001b[?25h\u001b[?1049l');
    expect(terminal.shown).not.toContain('interrupted');
  });

  test('into a pipe tells each change as a line', async () => {
    await svc.json('vpc', 'create', 'passing');
    const watching = svc(['watch', 'vpcs', '--interval', '0.2'], { interruptAt: /"deleted":true/ });
    // Deleted again and again, until the watching has seen one go.
    let isOver = false;
    const running = watching.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await svc.json('vpc', 'delete', 'passing', '--yes');
      await svc.json('vpc', 'create', 'passing');
    }
    const { code, out } = await running;
    expect(code).toBe(130);
    for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('id');
  });

  test('refuses what is no list, and asks of what it is one', async () => {
    expect((await svc(['watch', 'clouds'])).err).toContain('there is no list of "clouds"');
    expect(await svc(['watch', 'firewall-rules'])).toMatchObject({
      code: 2,
      err: 'svc: watch: of which instance?\ntry: svc watch firewall-rules NAME\n',
    });
    expect((await svc(['watch', 'vpcs', '--filter', 'x'])).err).toContain('is not field=value');
  });
});

describe('account', () => {
  test('list shows the accounts of one’s teams, and use goes on with another', async () => {
    const other = await Client.verified(platform.baseUrl, 'ben@example.com');
    const invited = await other.post('/auth/team/invite', { email, role: 'developer' });
    await svc.json('invite', 'accept', '--body', `token: ${invited.body.token}`);
    const { accounts } = await svc.json('account', 'list');
    expect(accounts).toMatchObject([
      { current: true, role: 'owner' },
      { current: false, role: 'developer' },
    ]);
    const [own, team] = accounts;
    const used = await svc(['account', 'use', team.name]);
    expect(used).toMatchObject({ code: 0, err: expect.stringContaining(`(account ${team.account_id})`) });
    expect(await svc.json('whoami')).toMatchObject({ account_id: team.account_id, role: 'developer' });
    expect((await svc.json('instance', 'list')).instances).toEqual([]);
    expect((await svc(['account', 'use', own.account_id])).code).toBe(0);
    expect((await svc.json('instance', 'list')).instances).toHaveLength(1);
    expect((await svc(['account', 'use', '000000000000'])).code).toBe(5);
  });

  test('use needs the session of a login', async () => {
    const { access_token: SVC_TOKEN } = JSON.parse(
      readFileSync(join(svc.home, '.config/svc/contexts/default.json'), 'utf8'),
    );
    expect(await svc(['account', 'use', 'x'], { env: { SVC_TOKEN } })).toMatchObject({
      code: 2,
      err: expect.stringContaining('account use: only a login can switch accounts'),
    });
  });
});
