import { expect, test } from 'vitest';
import { completions } from '#lib/cli/complete.ts';

const complete = (...words: string[]) => completions(words);

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
