import { describe, expect, it } from 'vitest';
import type { CorsRule } from '#lib/generated/client/schemas.ts';
import { allows, consoleRule, withConsole } from '#lib/web/pages/storage/cors.ts';
import { lanes } from '#lib/web/pages/storage/uploads/lanes.ts';

const origin = 'https://console.example.in';
const rule = (to: Partial<CorsRule>): CorsRule => ({
  id: null,
  allowed_origins: ['*'],
  allowed_methods: ['PUT', 'DELETE'],
  allowed_headers: ['*'],
  expose_headers: [],
  max_age_seconds: null,
  ...to,
});

describe('whether a bucket lets the console put and delete', () => {
  it.each([
    ['no rule', [], false],
    ['its own rule', [consoleRule(origin)], true],
    ['anyone', [rule({})], true],
    ['a pattern of origins', [rule({ allowed_origins: ['https://*.EXAMPLE.in'] })], true],
    ['another origin', [rule({ allowed_origins: ['https://example.in'] })], false],
    ['one of the methods', [rule({ allowed_methods: ['PUT'] })], false],
    ['two rules together', [rule({ allowed_methods: ['PUT'] }), rule({ allowed_methods: ['DELETE'] })], true],
    ['without the header', [rule({ allowed_headers: ['x-amz-*'] })], false],
  ] as const)('%s', (_, rules, is) => expect(allows(rules, origin, ['PUT', 'DELETE'])).toBe(is));

  it('its rule takes the place of an older one of its own', () => {
    const other = rule({ id: 'site' });
    const older = consoleRule('http://localhost:3000');
    expect(withConsole([other, older], origin)).toEqual([other, consoleRule(origin)]);
  });
});

it('lanes run as many at a time as there are, also after a failure', async () => {
  const run = lanes(2);
  let now = 0;
  let most = 0;
  const ended: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++now);
    await new Promise<void>((resolve) => ended.push(resolve));
    now--;
    throw new Error('as told');
  };
  const all = Promise.allSettled([1, 2, 3, 4].map(() => run(work)));
  while (ended.length < 4) {
    ended.at(-1)?.();
    ended.at(-2)?.();
    await new Promise(setImmediate);
  }
  for (const end of ended) end();
  expect([(await all).every(({ status }) => status === 'rejected'), most]).toEqual([true, 2]);
});
