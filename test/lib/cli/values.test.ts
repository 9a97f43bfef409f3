import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { flagValue, type Given } from '#lib/cli/run/values.ts';
import type { Flag } from '#lib/cli/table/types.ts';

const flag = (given: Partial<Flag>): Flag => ({
  name: 'x',
  in: 'body',
  at: ['x'],
  type: 'string',
  about: 'It is x.',
  ...given,
});
const fields = [
  { name: 'protocol', type: 'string', required: true },
  { name: 'port', type: 'integer' },
  { name: 'cidrs', type: 'list' },
] as const;

describe('a flag', () => {
  test.each<[Partial<Flag>, Given, unknown]>([
    [{ type: 'integer' }, '12', 12],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'string', nullable: true }, 'null', null],
    [{ type: 'string' }, 'null', 'null'],
    [{ type: 'boolean' }, false, false],
    [{ type: 'list' }, ['a,b', 'c'], ['a', 'b', 'c']],
    [{ type: 'list', noun: 'ssh-key' }, ['a,b', 'c'], ['a,b', 'c']],
    [{ type: 'numbers' }, ['50,80'], [50, 80]],
    [{ type: 'map' }, ['a=1', 'b=x=y', 'c='], { a: '1', b: 'x=y', c: '' }],
    [{ type: 'json' }, '{a: [1, true]}', { a: [1, true] }],
    [
      { type: 'objects', fields },
      ['protocol=tcp,cidrs=10.0.0.0/8,10.1.0.0/16,port=22', 'protocol=udp,port=null'],
      [
        { protocol: 'tcp', cidrs: ['10.0.0.0/8', '10.1.0.0/16'], port: 22 },
        { protocol: 'udp', port: null },
      ],
    ],
  ])('%j of %j is %j', async (given, text, value) => expect(await flagValue(flag(given), text)).toEqual(value));

  test.each<[Partial<Flag>, Given, string]>([
    [{ type: 'integer' }, '1.5', '--x: "1.5" is not allowed (a whole number)'],
    [{ type: 'integer' }, '', '--x: "" is not allowed (a whole number)'],
    [{ type: 'string', values: ['a', 'b'] }, 'c', '--x: "c" is not allowed (a, b)'],
    [{ type: 'map' }, ['a'], '--x: "a" is not allowed (key=value)'],
    [
      { type: 'objects', fields },
      ['protocol=tcp,speed=1'],
      '--x: "speed" is not one of its fields (protocol, port, cidrs)',
    ],
    [
      { type: 'objects', fields },
      ['protocol=tcp,cidrs=10.0.0.0/8,cidrs=10.1.0.0/16'],
      '--x: "cidrs" is given twice (several values are comma-separated)',
    ],
    [{ type: 'objects', fields }, ['port=1'], '--x: "port=1" lacks protocol (protocol, port, cidrs)'],
    [
      { type: 'secret' },
      'hunter2',
      '--x: is a secret that other users could see on the command line (@file, @- for standard input, or omit it to be asked)',
    ],
  ])('%j refuses %j', async (given, text, message) => {
    await expect(flagValue(flag(given), text)).rejects.toMatchObject({ exit: 2, message });
  });

  test('@~/file is in the home, which no shell reads behind an @', async () => {
    const home = mkdtempSync(join(tmpdir(), 'svc-values-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(home, { recursive: true });
    });
    vi.stubEnv('HOME', home);
    writeFileSync(join(home, 'secret'), 'hunter2\n');
    expect(await flagValue(flag({ type: 'secret' }), '@~/secret')).toBe('hunter2');
    await expect(flagValue(flag({ type: 'secret' }), '@~root/secret')).rejects.toMatchObject({ exit: 2 });
  });
});
