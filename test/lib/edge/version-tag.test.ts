import { afterEach, expect, test, vi } from 'vitest';
import { matchVersion, versionTag } from '#lib/edge/version-tag.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a deployment has the version alone; after a load the generation is with it', () => {
  vi.stubEnv('SVC_GENERATION', undefined);
  expect(versionTag(3)).toBe('"v3"');
  vi.stubEnv('SVC_GENERATION', '7');
  expect(versionTag(3)).toBe('"v3.7"');
});

test.each([undefined, '*', ' * ', '"v3.7"', '"v2.7", "v3.7"'])('If-Match: %s is the version', (header) => {
  vi.stubEnv('SVC_GENERATION', '7');
  expect(() => matchVersion(header, 3)).not.toThrow();
});

test.each(['"v3"', '"v3.6"', 'W/"v3.7"', 'v3.7', ''])('If-Match: %s is another', (header) => {
  vi.stubEnv('SVC_GENERATION', '7');
  expect(() => matchVersion(header, 3)).toThrow(`If-Match: ${header} is not the current version ("v3.7")`);
});

test.each(['*', '"v1"'])('If-Match: %s is met by nothing where there is nothing yet', (header) => {
  expect(() => matchVersion(header, undefined)).toThrow(
    `If-Match: ${header} matches nothing: the resource does not exist yet`,
  );
  expect(() => matchVersion(undefined, undefined)).not.toThrow();
});
