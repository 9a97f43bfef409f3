import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { followerOf } from '#lib/model/platform/followed.ts';

test('the mappings let through what the reader of the stream follows, each consumer by one filter', () => {
  const text = readFileSync(new URL('../../../lib/deploy/streams.yml', import.meta.url), 'utf8');
  const prefixes = [...text.matchAll(/"pk":\{"S":\[\{"prefix":"([^"]+)"/g)].map(([, prefix = '']) => prefix);
  expect(prefixes.map(followerOf).sort()).toEqual(['activity', 'documents', 'mail', 'webhooks']);
});
