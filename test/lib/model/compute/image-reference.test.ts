import { expect, test } from 'vitest';
import { readReference } from '#lib/model/compute/image-reference.ts';

const digest = `sha256:${'0a'.repeat(32)}`;

test.each([
  ['registry.example.in/library/redis:7', 'registry.example.in', 'library/redis', '7', null],
  ['localhost:5000/app', 'localhost:5000', 'app', 'latest', null],
  ['localhost/app', 'localhost', 'app', 'latest', null],
  ['[::1]:5000/team/app:1.4-rc_2', '[::1]:5000', 'team/app', '1.4-rc_2', null],
  [`ghcr.io/a/b__c.d-e@${digest}`, 'ghcr.io', 'a/b__c.d-e', null, digest],
  [`ghcr.io/a/b:2@${digest}`, 'ghcr.io', 'a/b', '2', digest],
])('%s is read', (text, registry, repository, tag, of) => {
  expect(readReference(text)).toEqual({ registry, repository, tag, digest: of });
});

test.each([
  'redis',
  'redis:7',
  'library/redis:7',
  'registry.example.in',
  'registry.example.in/',
  'registry.example.in//redis',
  'registry.example.in/Redis',
  'registry.example.in/redis:',
  'registry.example.in/redis:a b',
  'registry.example.in/redis@sha256:12',
  `registry.example.in/redis@${digest}@${digest}`,
  'https://registry.example.in/redis',
  'registry.example.in/../redis',
  'user@registry.example.in/redis',
  `registry.example.in/${'a'.repeat(512)}`,
  '',
])('%s is none', (text) => {
  expect(readReference(text)).toBeUndefined();
});
