import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../../lib/operator/main.ts', import.meta.url));

test.each([
  [['--list', '--table', 'restored'], '--table is of a deployment: say --stage too'],
  [['--list', '--stage', 'prod', '--table', 'a/b'], '--table a/b names no table'],
  [['--list', '--stage', 'Prod!'], '--stage Prod! names no stage'],
])('npm run operator -- %j: %s', (words, sentence) => {
  const env = { PATH: process.env.PATH };
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`svc: ${sentence}`)]);
});
