import { afterAll } from 'vitest';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { describeOutliving } from './outlive-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => {
  if (process.getuid?.() !== 0) return describeOutliving('an ordinary user', true);
  describeOutliving('root', false);
  describeOutliving('an ordinary user', true);
  const given = giveRange('nobody');
  if ('reason' in given) return void process.stderr.write(`no user with a range of ids is tried: ${given.reason}\n`);
  afterAll(given.remove);
  describeOutliving('an ordinary user that has a range of ids', true, given.words);
});
