import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

const hasZsh = spawnSync('zsh', ['-fc', 'true']).status === 0;
let platform: SharedPlatform;
let svc: Cli;

beforeAll(async () => {
  platform = await sharedPlatform();
  svc = await commandLine(platform.baseUrl);
  await svc(['register', 'ben@example.com', '--password-stdin'], { input: `${passphrase}\n` });
  await svc.json('vpc', 'create', 'net');
});

afterAll(async () => {
  await svc?.end();
});

test('a sign-up asks for what is missing, and shows no password', async () => {
  const own = await commandLine(platform.baseUrl);
  const terminal = new Terminal(own, 'svc', ['register']);
  await terminal.answer('E-mail: ', 'ann@exx\u007fample.com\r');
  await terminal.answer('New password: ', `${passphrase}\r`);
  await terminal.answer('Repeat the new password: ', `${passphrase}\r`);
  expect(await terminal.exited).toBe(0);
  expect(terminal.shown).not.toContain(passphrase);
  expect(terminal.shown).toContain('Logged in as ann@example.com');
  await own.end();
});

test('Ctrl-C at a question ends with 130', async () => {
  const terminal = new Terminal(svc, 'svc', ['login']);
  await terminal.answer('E-mail: ', '\u0003');
  expect(await terminal.exited).toBe(130);
});

test('a deletion asks with name, id and price; anything but yes changes nothing', async () => {
  const flags = ['--instance-type', 's1-nano', '--image', 'debian-12'];
  const { id } = await svc.json('instance', 'launch', 'web', ...flags);
  const refused = new Terminal(svc, 'svc', ['instance', 'terminate', 'web'], 120);
  await refused.answer(`Terminate instance web (${id})? [y/N] `, 'n\r');
  expect(await refused.exited).toBe(1);
  expect(await svc.json('instance', 'get', id)).toMatchObject({ status: 'running' });
  const done = new Terminal(svc, 'svc', ['instance', 'terminate', 'web'], 120);
  await done.answer('[y/N] ', 'y\r');
  expect(await done.exited).toBe(0);
});

test('a table fits the terminal, has colours, and says what was left out', async () => {
  const terminal = new Terminal(svc, 'svc', ['vpc', 'list'], 60);
  expect(await terminal.exited).toBe(0);
  await terminal.sees('-o json shows everything');
  const lines = stripVTControlCharacters(terminal.shown).split('\r\n');
  expect(lines.filter((line) => line.length > 60 && !line.startsWith('cut to'))).toEqual([]);
  expect(terminal.shown).toContain('\u001b[1mID');
});

describe('completion', () => {
  test('of verbs, flags, places and names in bash', async () => {
    const bash = new Terminal(svc, 'bash', ['--noprofile', '--norc', '-i'], 120);
    await bash.answer('bash-', 'eval "$(svc completion bash)"; echo re""ady\r');
    await completes(bash);
  });

  test.skipIf(!hasZsh)('of the same in zsh (skipped where zsh is not installed)', async () => {
    const zsh = new Terminal(svc, 'zsh', ['-f', '-i'], 120);
    await zsh.answer(/[%#] /, 'autoload -U compinit; compinit -u; eval "$(svc completion zsh)"; echo re""ady\r');
    await completes(zsh);
  });

  async function completes(shell: Terminal): Promise<void> {
    await shell.answer('ready', 'svc vpc ge\t');
    await shell.answer(/get ?$/, 'ne\t');
    await shell.answer(/net ?$/, '--out\t');
    await shell.answer(/--output ?$/, 'id; exit\r');
    await shell.exited;
    expect(shell.shown).toMatch(/vpc-[0-9a-z]{26}/);
  }
});
