import { expect, test } from 'vitest';
import { newInviteToken } from '#lib/domain/identity/teams/resource.ts';
import { newOpaqueToken, newRefreshToken } from '#lib/drivers/tokens/opaque.ts';
import { exampleInviteToken, exampleRefreshToken, exampleToken } from '#lib/model/platform/example-token.ts';

/** A token with its random characters made the same. */
const shape = (token: string): string => token.replace(/[\w-]{43}$/, (random) => 'x'.repeat(random.length));

test('the examples of tokens have the shape of those that are made', () => {
  expect(shape(exampleToken('pt'))).toBe(shape(newOpaqueToken('pt')));
  expect(shape(exampleRefreshToken)).toBe(shape(newRefreshToken('ses-01kanx7m3v5q8w2c4d6f7g9h1j')));
  expect(shape(exampleInviteToken)).toBe(shape(newInviteToken('ivt-01kanx7m3v5q8w2c4d6f7g9h1j', '482910337451')));
});
