import { expect, test } from 'vitest';
import { completions } from '#lib/cli/complete.ts';
import commands from '#lib/cli/generated/commands.json' with { type: 'json' };
import type { Command } from '#lib/cli/table/types.ts';

const complete = (...words: string[]) => completions(commands as unknown as Command[], words);

test.each([
  [['instance-'], ['instance-type']],
  [['log'], ['login', 'logout', 'logs']],
  [
    ['vm', 'st'],
    ['start', 'stop'],
  ],
  [['volume', 'create', '--file'], ['--filesystem']],
  [['volume', 'create', '--filesystem', 'x'], ['xfs']],
  [['price', 'list', 'any'], []],
  [['nothing', ''], []],
])('%j becomes %j', async (words, found) => expect(await complete(...words)).toEqual(found));
