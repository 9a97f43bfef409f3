import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notRehearsed, rehearsed } from '#test/rehearse/commands.ts';
import { commandsOfGuides } from '#test/rehearse/guide.ts';

const program = fileURLToPath(new URL('../rehearse/main.ts', import.meta.url));

test('every command of docs/deploying.md and docs/operating.md is run by the rehearsal, or named as not runnable there', () => {
  const named = [...rehearsed, ...Object.keys(notRehearsed)];
  expect(named.toSorted()).toEqual(commandsOfGuides().toSorted());
});

test('it takes no words: one that it does not know is refused before anything is started', () => {
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
    return [status, stdout.split('   ')[0], stderr.split('   ')[0]];
  };
  expect(run('--help')).toEqual([0, 'npm run rehearse', '']);
  expect(run('--fast')).toEqual([2, '', 'npm run rehearse']);
});

test('without moto the rehearsal says so in one line, and ends with 2', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env: { PATH: '' }, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    'rehearsal: moto_server is not installed; it is a program of Python (pip install "moto[server]==5.2.1"), which neither npm nor Debian has\n',
  ]);
});
