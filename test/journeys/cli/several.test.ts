import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

let platform: SharedPlatform;
let svc: Cli;

beforeAll(async () => {
  platform = await sharedPlatform();
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, 'ann@example.com');
  await svc(['login', 'ann@example.com', '--password-stdin'], { input: `${passphrase}\n` });
});

afterAll(async () => {
  await svc?.end();
});

describe('several things', () => {
  const names = async () => await svc.json('vpc', 'list', '--query', 'vpcs[?!is_default].name', '--sort', 'name');

  test('are worked on at once, and what fails is listed at the end', async () => {
    for (const name of ['a', 'b', 'c']) await svc.json('vpc', 'create', name);
    const { code, out, err } = await svc([
      'vpc',
      'delete',
      'a',
      'none',
      'b',
      'nothing',
      '--yes',
      '--columns',
      'deleted',
    ]);
    expect({ code, out }).toEqual({ code: 5, out: 'DELETED\ntrue\ntrue\n' });
    expect(err.split('\n').filter((line) => line.startsWith('svc:'))).toEqual([
      'svc: none: there is no vpc "none" (not_found)',
      'svc: nothing: there is no vpc "nothing" (not_found)',
      'svc: 2 of 4 failed',
    ]);
    expect(await names()).toEqual(['c']);
  });

  test('come from standard input, each once', async () => {
    const { id } = await svc.json('vpc', 'get', 'c');
    const { code, out } = await svc(['vpc', 'delete', '-', '--yes', '-o', 'json'], { input: `c\n${id}\n` });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([{ id, deleted: true }]);
    expect(await svc(['vpc', 'delete', '-', '--yes'], { input: '' })).toEqual({ code: 0, out: '', err: '' });
  });

  test('are told before with --dry-run, and are asked about first', async () => {
    for (const name of ['d', 'e']) await svc.json('vpc', 'create', name);
    const { out } = await svc(['vpc', 'delete', 'd', 'e', '--dry-run']);
    expect(out).toMatch(/^This would delete vpc vpc-\w+\.\nThis would delete vpc vpc-\w+\.\n$/);
    expect(await svc(['vpc', 'delete', 'd', 'e'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('asks first'),
    });
    expect(await names()).toEqual(['d', 'e']);
  });

  test('have neither one ETag nor one key', async () => {
    expect(await svc(['vpc', 'delete', 'd', 'e', '--yes', '--if-match', '"1"'])).toMatchObject({
      code: 2,
      err: 'svc: --if-match: is for one vpc at a time\n',
    });
    expect((await svc(['vpc', 'delete', 'd', 'e', '--yes', '--idempotency-key', 'k'])).code).toBe(2);
  });
});

describe('--quiet', () => {
  test('prints the id of what was made, and of a change nothing, unless a format is asked for', async () => {
    const { id } = { id: (await svc(['vpc', 'create', 'quiet', '-q'])).out.trim() };
    expect(await svc.json('vpc', 'get', 'quiet')).toMatchObject({ id });
    expect((await svc(['vpc', 'update', 'quiet', '--description', 'x', '-q'])).out).toBe('');
    expect((await svc(['vpc', 'update', 'quiet', '--description', 'y', '-q', '--columns', 'name'])).out).toBe(
      'name  quiet\n',
    );
    expect(JSON.parse((await svc(['vpc', 'delete', 'quiet', '-q', '-y', '-o', 'json'])).out)).toEqual({
      id,
      deleted: true,
    });
  });

  test('prints what is shown only once', async () => {
    expect((await svc(['user', 'create', 'ci', '-q'])).out).toBe('ci\n');
    expect((await svc(['access-key', 'create', 'ci', '-q'])).out).toMatch(/^secret_key +\S{20}/m);
  });
});

test('a field of an object changes alone', async () => {
  const flags = ['--instance-type', 's1-nano', '--image', 'debian-12', '--max-size', '2', '--desired-capacity', '0'];
  const policy = ['--scaling-policy-metric', 'cpu', '--scaling-policy-target-percent', '60'];
  await svc.json('asg', 'create', 'app', '--min-size', '0', ...flags, ...policy);
  const changed = await svc.json('asg', 'update', 'app', '--scaling-policy-target-percent', '5', '--tag', 'a=b');
  expect(changed).toMatchObject({ scaling_policy: { metric: 'cpu', target_percent: 5 }, tags: { a: 'b' } });
});

test('other words are told in ours, and not where a program reads errors', async () => {
  expect(await svc(['list', 'vpcs', '-q'])).toMatchObject({ code: 0, err: '' });
  expect((await svc(['list', 'vpcs'])).err).toBe('taken as: svc vpc list\n');
  const { err } = await svc(['show', 'vpc', 'none', '-o', 'json']);
  expect(JSON.parse(err)).toMatchObject({ code: 'not_found' });
});

test('who is not logged in hears where the login is', async () => {
  const other = platform.baseUrl.replace('localhost', '127.0.0.1');
  const { code, err } = await svc(['vpc', 'list', '--endpoint', other]);
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining(`you are logged in at ${platform.baseUrl} (context "default"), not at ${other}`),
  });
  const stranger = await commandLine(platform.baseUrl);
  expect((await stranger(['vpc', 'list'])).err).toContain(`you are not logged in at ${platform.baseUrl}`);
  const env = { SVC_TOKEN: 'abc' };
  expect((await stranger(['vpc', 'list'], { env })).err).toContain(
    'does not accept the credentials of the environment',
  );
  await stranger.end();
});

test('a platform is found by its data folder', async () => {
  const finder = await commandLine();
  const { code, err } = await finder(['vpc', 'list'], { env: { SVC_DATA_DIR: platform.dataDir } });
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining(`you are not logged in at ${platform.baseUrl}`),
  });
  await finder.end();
});
