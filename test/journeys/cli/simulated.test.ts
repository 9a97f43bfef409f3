import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

let platform: SharedPlatform;
let svc: Cli;
const email = 'ann@example.com';

beforeAll(async () => {
  platform = await sharedPlatform();
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, email);
  const { code, err } = await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Logged in as ann@example\.com/) });
});

afterAll(async () => {
  await svc?.end();
});

const contexts = () => join(svc.home, '.config/svc/contexts');

test('a login is kept in one file that only its user can read', () => {
  expect(readdirSync(contexts())).toEqual(['default.json']);
  expect(statSync(join(contexts(), 'default.json')).mode & 0o777).toBe(0o600);
  expect(statSync(contexts()).mode & 0o777).toBe(0o700);
});

test('a launch waits until the instance runs, and is found again by its name', async () => {
  const launched = await svc.json('instance', 'launch', 'web', '--instance-type', 's1-nano', '--image', 'debian-12');
  expect(launched).toMatchObject({ name: 'web', status: 'running' });
  expect(await svc.json('vm', 'get', 'web')).toMatchObject({ id: launched.id });
  expect((await svc(['instances', 'ls', '-o', 'id'])).out).toBe(`${launched.id}\n`);
  expect(await svc.json('instance', 'list', '--query', 'instances[].name')).toEqual(['web']);
});

test('--no-wait answers at once, and svc wait goes on', async () => {
  const args = ['--instance-type', 's1-nano', '--image', 'debian-12', '--no-wait'];
  const { id, status } = await svc.json('instance', 'launch', 'later', ...args);
  expect(status).toBe('provisioning');
  expect(await svc.json('wait', id)).toMatchObject({ id, status: 'running' });
  const over = await svc(['wait', id, '--for', 'stopped', '--wait-timeout', '0.2']);
  expect(over).toMatchObject({ code: 8, err: expect.stringContaining(`later (${id}) is still running after 0.2 s`) });
  expect(over.err).toContain(`try: svc wait ${id}`);
});

test('a name that two instances have is refused with both ids, and an empty one as it is', async () => {
  const args = ['instance', 'launch', 'twin', '--instance-type', 's1-nano', '--image', 'debian-12'];
  const [{ id: one }, { id: two }] = [await svc.json(...args), await svc.json(...args)];
  const { code, err } = await svc(['instance', 'stop', 'twin', '-o', 'json']);
  expect(code).toBe(6);
  expect(JSON.parse(err)).toMatchObject({ code: 'ambiguous', error: expect.stringContaining(one) });
  expect(err).toContain(two);
  expect(await svc(['instance', 'stop', ''])).toMatchObject({ code: 2, err: expect.stringContaining('is empty') });
  expect((await svc(['instance', 'stop', 'web,typo'])).code).toBe(5);
});

test('a name with a comma is one name', async () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUZ6wMzUQHS0BHD1wpGAnaDIyzEdw31yrnGbfIQPEQE';
  const { id } = await svc.json('ssh-key', 'import', 'laptop,home', '--public-key', key);
  expect((await svc.json('ssh-key', 'get', 'laptop,home')).id).toBe(id);
  expect((await svc(['ssh-key', 'get', 'laptop'])).code).toBe(5);
});

describe('what is deleted', () => {
  test('is not, where nobody can be asked', async () => {
    const { code, err } = await svc(['instance', 'terminate', 'web']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('svc instance terminate asks first, and there is no terminal'),
    });
    expect(await svc.json('instance', 'get', 'web')).toMatchObject({ status: 'running' });
  });

  test('is told before with --dry-run', async () => {
    const { code, out } = await svc(['instance', 'terminate', 'web', '--dry-run']);
    expect(code).toBe(0);
    expect(out).toMatch(/^This would terminate i-\w+\.\n {2}-₹0\.\d\d an hour, -₹\d+\.\d\d a month before GST\n$/);
  });

  test('is, with --yes, and waited for', async () => {
    expect(await svc.json('instance', 'terminate', 'web', '--yes')).toMatchObject({ status: 'terminated' });
  });
});

test('a change of one tag leaves the others', async () => {
  await svc.json('vpc', 'create', 'net', '--tag', 'a=1', '--tag', 'b=2');
  await svc.json('vpc', 'update', 'net', '--tag', 'b=3', '--tag', 'c=x=y');
  expect((await svc.json('vpc', 'get', 'net')).tags).toEqual({ a: '1', b: '3', c: 'x=y' });
  await svc.json('vpc', 'update', 'net', '--remove-tag', 'a');
  expect((await svc.json('vpc', 'get', 'net')).tags).toEqual({ b: '3', c: 'x=y' });
});

test('nested fields, documents and files make one body', async () => {
  writeFileSync(join(svc.home, 'asg.yaml'), 'min_size: 0\nmax_size: 3\nhealth_check: {grace_period_seconds: 90}\n');
  const flags = ['--instance-type', 's1-nano', '--image', 'debian-12', '--max-size', '2', '--desired-capacity', '0'];
  const asg = await svc.json('asg', 'create', 'group', '--body', '@asg.yaml', ...flags);
  expect(asg).toMatchObject({ min_size: 0, max_size: 2, health_check: { grace_period_seconds: 90 } });
  const rule = ['direction=inbound', 'protocol=tcp', 'port_from=80', 'cidrs=10.0.0.0/8,192.168.0.0/16'].join(',');
  const args = ['later', '--rule', rule];
  expect((await svc.json('fw', 'replace', ...args)).rules).toMatchObject([
    { port_from: 80, cidrs: ['10.0.0.0/8', '192.168.0.0/16'] },
  ]);
});

test('exit codes tell what went wrong', async () => {
  const codes = await Promise.all(
    [
      ['instance', 'get', 'i-01kanx7m3v5q8w2c4d6f7g9h1j'],
      ['instance', 'fly'],
      ['instance', 'launch', 'x', '--image', 'debian-12'],
      ['instance', 'list', '--limit', 'many'],
      ['instance', 'list', '--endpoint', 'http://localhost:1'],
      ['instance', 'list', '--context', 'none'],
      ['vpc', 'create', 'net'],
    ].map(async (words) => (await svc(words)).code),
  );
  expect(codes).toEqual([5, 2, 2, 2, 7, 5, 6]);
  const bare = await svc(['instance', 'list'], { env: { XDG_CONFIG_HOME: join(svc.home, 'empty') } });
  expect(bare).toMatchObject({ code: 3, err: expect.stringContaining('try: svc login, or svc register') });
});

test('everything works from the environment alone', async () => {
  const { access_token: SVC_TOKEN } = JSON.parse(readFileSync(join(contexts(), 'default.json'), 'utf8'));
  const XDG_CONFIG_HOME = join(svc.home, 'nothing');
  const env = { SVC_TOKEN, SVC_OUTPUT: 'json', XDG_CONFIG_HOME };
  const { out } = await svc(['whoami'], { env });
  expect(JSON.parse(out)).toMatchObject({ email });
  await svc.json('user', 'create', 'ci');
  const policies = await svc.json(
    'policy',
    'list',
    '--type',
    'managed',
    '--query',
    'policies[?name==`ReadOnlyAccess`].id',
  );
  await svc.json('user', 'attach-policy', 'ci', 'ReadOnlyAccess');
  expect(policies).toHaveLength(1);
  const key = await svc.json('access-key', 'create', 'ci');
  const signed = {
    SVC_ACCESS_KEY_ID: key.access_key_id,
    SVC_SECRET_ACCESS_KEY: key.secret_key,
    SVC_OUTPUT: 'json',
    XDG_CONFIG_HOME,
  };
  expect(JSON.parse((await svc(['whoami'], { env: signed })).out)).toMatchObject({ username: 'ci' });
  expect((await svc(['vpc', 'create', 'no'], { env: signed })).code).toBe(4);
  expect(existsSync(XDG_CONFIG_HOME)).toBe(false);
});

test('contexts keep keys by name, and show no secret', async () => {
  const key = await svc.json('access-key', 'create', 'ci');
  writeFileSync(join(svc.home, 'secret'), `${key.secret_key}\n`);
  const added = ['--at', platform.baseUrl, '--access-key-id', key.access_key_id, '--secret-key', '@secret'];
  for (const auth of ['sigv4', 'token']) {
    expect(await svc(['context', 'add', auth, ...added, '--auth', auth])).toMatchObject({ code: 0 });
    expect(await svc.json('whoami', '--context', auth)).toMatchObject({ username: 'ci' });
  }
  const printed = JSON.stringify({ access_key_id: key.access_key_id, secret_key: key.secret_key });
  const command = ['--credential-command', `echo '${printed}'`];
  expect((await svc(['context', 'add', 'run', '--at', platform.baseUrl, ...command])).code).toBe(0);
  expect(await svc.json('whoami', '--context', 'run')).toMatchObject({ username: 'ci' });
  const shown = await svc(['context', 'show', 'sigv4', '-o', 'json']);
  expect(shown.out).toContain(key.access_key_id);
  expect(shown.out).not.toContain(key.secret_key);
  expect((await svc.json('context', 'list')).contexts.map(({ name }: { name: string }) => name)).toEqual([
    'default',
    'run',
    'sigv4',
    'token',
  ]);
  expect((await svc(['context', 'use', 'token'])).code).toBe(0);
  expect(await svc.json('whoami')).toMatchObject({ username: 'ci' });
  expect((await svc(['context', 'remove', 'token'])).code).toBe(2);
  expect((await svc(['context', 'remove', 'token', '--yes'])).code).toBe(0);
  expect((await svc(['context', 'use', 'default'])).code).toBe(0);
});

test('--debug tells the requests, and no secret', async () => {
  const { access_token, refresh_token } = JSON.parse(readFileSync(join(contexts(), 'default.json'), 'utf8'));
  const { err } = await svc(['vpc', 'update', 'net', '--description', 'new', '--debug']);
  expect(err).toMatch(/^debug: updateVpc: Idempotency-Key [0-9a-f]{32}$/m);
  expect(err).toMatch(/^debug: PATCH \/compute\/vpcs\/vpc-\w+ 200 \d+ ms req-\w+$/m);
  for (const secret of [access_token, refresh_token]) expect(err).not.toContain(secret);
});

test('a pipe gets no colours; FORCE_COLOR brings them, and NO_COLOR is stronger', async () => {
  const list = async (env: Record<string, string>) => (await svc(['vpc', 'list'], { env })).out.includes('\u001b[');
  expect(await list({})).toBe(false);
  expect(await list({ FORCE_COLOR: '1' })).toBe(true);
  expect(await list({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
});

test('twenty commands over one used-up token share one refresh', async () => {
  const file = join(contexts(), 'default.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...before, access_token: `${before.access_token}x` }));
  const ended = await Promise.all(Array.from({ length: 20 }, () => svc(['vpc', 'list', '-o', 'id', '--debug'])));
  expect(ended.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
  const refreshes = ended.filter(({ err }) => /POST \/auth\/refresh/.test(err));
  expect(refreshes).toHaveLength(1);
  const after = JSON.parse(readFileSync(file, 'utf8'));
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(after).not.toHaveProperty('refresh_key');
  expect(readdirSync(contexts()).filter((name) => !name.endsWith('.json'))).toEqual([]);
});

test('a refresh whose reply was lost is repeated under the key that was written down', async () => {
  const file = join(contexts(), 'default.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const refresh_key = 'written-down-before-the-refresh';
  const lost = await fetch(`${platform.baseUrl}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': refresh_key },
    body: JSON.stringify({ refresh_token: before.refresh_token }),
  });
  expect(lost.status).toBe(200);
  writeFileSync(file, JSON.stringify({ ...before, access_token: `${before.access_token}x`, refresh_key }));
  expect((await svc(['vpc', 'list'])).code).toBe(0);
  const pair = (await lost.json()) as { refresh_token: string };
  expect(JSON.parse(readFileSync(file, 'utf8')).refresh_token).toBe(pair.refresh_token);
});

test('svc api asks any route, by the method that is named alone', async () => {
  expect(await svc.json('api', '/compute/vpcs?limit=1')).toHaveProperty('vpcs.0.id');
  const made = await svc.json('api', '-X', 'POST', '/compute/vpcs', '--body', 'name: by-api');
  expect(made).toMatchObject({ name: 'by-api' });
  expect((await svc(['api', '/compute/vpcs', '--body', '{"name":"x"}'])).code).not.toBe(0);
  expect(await svc(['api', '/nowhere'])).toMatchObject({ code: 2, err: expect.stringContaining('no such route') });
});

test('a logout ends the session, and forgets its tokens', async () => {
  expect((await svc(['logout'])).code).toBe(0);
  expect(readFileSync(join(contexts(), 'default.json'), 'utf8')).not.toMatch(/token/);
  expect((await svc(['whoami'])).code).toBe(3);
});
