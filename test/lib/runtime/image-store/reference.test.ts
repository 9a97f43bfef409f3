import { describe, expect, it } from 'vitest';
import { readReference } from '#lib/runtime/image-store/pull/reference.ts';

const digest = `sha256:${'a'.repeat(64)}`;

describe('a reference to an image', () => {
  it.each([
    ['debian', 'https://registry-1.docker.io', 'library/debian', 'latest'],
    ['debian:12', 'https://registry-1.docker.io', 'library/debian', '12'],
    ['team/app', 'https://registry-1.docker.io', 'team/app', 'latest'],
    ['docker.io/library/redis:7', 'https://registry-1.docker.io', 'library/redis', '7'],
    ['quay.io/team/app', 'https://quay.io', 'team/app', 'latest'],
    ['registry.example:5000/app:1', 'https://registry.example:5000', 'app', '1'],
    [`ghcr.io/team/app:1@${digest}`, 'https://ghcr.io', 'team/app', digest],
    ['localhost:5000/app', 'http://localhost:5000', 'app', 'latest'],
    ['127.0.0.1:5000/team/app:v1.2', 'http://127.0.0.1:5000', 'team/app', 'v1.2'],
  ])('%s', (text, origin, repository, version) => {
    expect(readReference(text, { loopback: true })).toMatchObject({ origin, repository, version });
  });

  it.each([
    '',
    'UPPER/case',
    'a b',
    '../x',
    'team//app',
    'https://quay.io/team/app',
    'quay.io/app:',
    'app@sha256:short',
    `app@${digest}@${digest}`,
    'user:secret@quay.io/app',
    'quay.io:port/app',
  ])('refuses %j', (text) => {
    expect(() => readReference(text, { loopback: true })).toThrow(
      `${text} is no reference to an image (registry/name:tag)`,
    );
  });

  it.each(['localhost/app', '127.0.0.1:5000/app', '127.1.2.3/app', '[::1]:5000/app'])(
    'refuses %s of this computer to all but its owner',
    (text) => {
      expect(() => readReference(text, { loopback: false })).toThrow(
        `${text.split('/')[0]} is not on the public internet`,
      );
    },
  );
});
