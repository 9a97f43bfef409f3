import { expect, test } from 'vitest';
import { demand, runChecks } from '#lib/smoke/checks.ts';

test('each check says how it ended, those that need a failed one are skipped, and the others go on', async () => {
  const told: string[] = [];
  const run = async () => undefined;
  const failed = await runChecks(
    [
      { name: 'a door', run: async () => 'open' },
      { name: 'a login', run: async () => demand(false, 'it answered 500') as undefined },
      { name: 'a machine', needs: ['a login'], run },
      { name: 'SSH', needs: ['a door', 'a machine'], run },
      { name: 'an end', needs: ['a door'], run },
    ],
    (line) => told.push(line),
  );
  expect(told).toEqual([
    'ok    a door: open',
    'FAIL  a login: it answered 500',
    'skip  a machine: it needs "a login"',
    'skip  SSH: it needs "a machine"',
    'ok    an end',
  ]);
  expect(failed).toEqual(['a login']);
});
