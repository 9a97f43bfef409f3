import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '#lib/cli/table/commands.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

let platform: SharedPlatform;
let svc: Cli;
const email = 'ann@example.com';

beforeAll(async () => {
  platform = await sharedPlatform({ rate: 'off' });
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, email);
  await login(svc);
});

afterAll(async () => {
  await svc?.end();
});

const login = (cli: Cli, ...more: string[]) =>
  cli(['login', email, '--password-stdin', ...more], { input: `${passphrase}\n` });

test('every list is JSON', async () => {
  const lists = allCommands().filter(({ verb, args }) => verb === 'list' && args.length === 0);
  expect(lists.length).toBeGreaterThan(20);
  const wanted = (flags: readonly { name: string; required?: boolean }[]) =>
    flags.filter(({ required }) => required).map(({ name }) => name);
  for (const { noun, flags } of lists) {
    if (wanted(flags).length > 0) {
      expect((await svc([noun, 'list', '-o', 'json'])).err).toContain(`missing: --${wanted(flags)[0]}`);
      continue;
    }
    const { code, out, err } = await svc([noun, 'list', '-o', 'json']);
    expect({ noun, code, err }).toEqual({ noun, code: 0, err: '' });
    expect(Object.values(JSON.parse(out)).some((field) => Array.isArray(field))).toBe(true);
  }
});

test('twenty commands over one expired token keep the session', async () => {
  const file = join(svc.home, '.config/svc/contexts/default.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  await advance(platform.baseUrl, 20 * 60);
  const list = () => svc(['instance', 'list', '-o', 'json', '--debug']);
  const ended = await Promise.all(Array.from({ length: 20 }, list));
  expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
  expect(ended.filter(({ err }) => /POST \/auth\/refresh/.test(err))).toHaveLength(1);
  expect(JSON.parse(readFileSync(file, 'utf8')).refresh_token).not.toBe(before.refresh_token);
  await advance(platform.baseUrl, 20 * 60);
  expect((await svc(['whoami'])).code).toBe(0);
});

test('a platform whose clock was moved says so, and its ages are those of its clock', async () => {
  const moved = 40 * 60;
  expect(await svc.json('status')).toMatchObject({ clock_ahead_seconds: moved });
  expect((await svc(['status'])).out).toMatch(
    /^clock +40 min ahead of the real time; POST \/dev\/clock \{"reset":true\} sets it back$/m,
  );
  await svc.json('user', 'create', 'mover');
  const terminal = new Terminal(svc, 'svc', ['user', 'list', '--columns', 'username,created_at']);
  expect(await terminal.exited).toBe(0);
  expect(terminal.shown).toMatch(/mover +\d+ s ago/);
});

describe('one-time codes', () => {
  let secret: string;
  let recovery: string[];

  beforeAll(async () => {
    ({ secret } = await svc.json('mfa', 'setup'));
    ({ recovery_codes: recovery } = await svc.json('mfa', 'enable', '--code', await codeFor(secret)));
  });

  test('are given by a flag, or asked for', async () => {
    const own = await commandLine(platform.baseUrl);
    const without = await login(own);
    expect(without).toMatchObject({
      code: 2,
      err: 'svc: "One-time code" cannot be asked without a terminal (no_terminal)\n',
    });
    expect((await login(own, '--code', '000000')).code).toBe(3);
    // Each step counts once. The platform's clock was moved; that of the app was not.
    expect(await login(own, '--code', await codeFor(secret, 1))).toMatchObject({ code: 0, err: /^Logged in as ann/ });
    const terminal = new Terminal(own, 'svc', ['login', email]);
    await terminal.answer('Password: ', `${passphrase}\r`);
    await terminal.answer('One-time code: ', `${recovery[0]}\r`);
    expect(await terminal.exited).toBe(0);
    expect(terminal.shown).not.toContain(passphrase);
    await own.end();
  });
});

describe('an IAM user', () => {
  test('logs in by account and name, and sets a new password where one is wanted', async () => {
    const { account_id } = await svc.json('whoami');
    await svc.json('user', 'create', 'robot');
    const set = ['user', 'set-password', 'robot', '--password', '@-', '--password-reset-required', '-o', 'json'];
    const given = 'a first passphrase 1';
    expect(await svc(set, { input: given })).toMatchObject({ code: 0 });
    const own = await commandLine(platform.baseUrl);
    const terminal = new Terminal(own, 'svc', ['login', 'robot', '--account', account_id], 120);
    await terminal.answer('Password: ', `${given}\r`);
    await terminal.answer('New password: ', 'another passphrase 2\r');
    expect(await terminal.exited).toBe(0);
    expect(terminal.shown).toContain(`Logged in as robot (account ${account_id})`);
    expect(await own.json('whoami')).toMatchObject({ type: 'iam', username: 'robot' });
    const words = ['login', 'robot', '--account', account_id, '--password-stdin'];
    expect((await own(words, { input: given })).code).toBe(3);
    expect((await own(words, { input: 'another passphrase 2' })).code).toBe(0);
    await own.end();
  });
});
