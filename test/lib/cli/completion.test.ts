import { expect, test } from 'vitest';
import { completions } from '#lib/cli/complete.ts';
import type { Command } from '#lib/cli/table/types.ts';
import made from '#lib/generated/commands.json' with { type: 'json' };

const complete = (...words: string[]) => completions(made.commands as unknown as Command[], words);

test.each([
  [['instance-'], ['instance-type']],
  [['log'], ['login', 'logout', 'logs']],
  [
    ['vm', 'st'],
    ['start', 'stop'],
  ],
  [['volume', 'create', '--file'], ['--filesystem']],
  [['volume', 'create', '--filesystem', 'x'], ['xfs']],
  [
    ['instance', 'list', '--status', 'st'],
    ['starting', 'stopped', 'stopping'],
  ],
  [['price', 'list', 'any'], []],
  [['nothing', ''], []],
])('%j becomes %j', async (words, found) => expect(await complete(...words)).toEqual(found));
