import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '#lib/cli/forms.ts';
import { foreignPlatform, machine, withMachine } from './ground.ts';

/* Names that a shell would run, where they are offered to be typed. */
const names = ['$(touch owned)', '`id`', 'a;b', 'a b', "it's", 'a\nb', '*', '~', '-rf', 'a\u001b[2J'];

test('completion offers no name that a shell would run or expand', async () => {
  const instances = [...names, 'web-01'].map((name) => ({ ...machine, name }));
  const { svc } = await foreignPlatform({
    'GET /compute/instances': () => ({ body: { instances, next_cursor: '' } }),
  });
  // Twice: names are kept for half a minute.
  for (const _ of ['asked', 'kept']) expect((await svc(['__complete', 'ssh', ''])).out).toBe('web-01\n');
});

test.each(names)('a command that is told to be typed has the name %j as one word', async (name) => {
  const { svc } = await foreignPlatform(withMachine({ name, status: 'stopped' }));
  const { err } = await svc(['ssh', machine.id]);
  const [, command = ''] = /^try: (.*)$/ms.exec(err) ?? [];
  expect(command.trimEnd()).toBe(`svc instance start ${shellWord(name)}`);
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' })).toBe(name);
});
