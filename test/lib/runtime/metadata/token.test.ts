import { expect, it } from 'vitest';
import { MachineTokens } from '#lib/runtime/metadata/token.ts';

it('a token is one of its machine, until it ends', () => {
  let now = 1_800_000_000_000;
  const tokens = new MachineTokens(() => now);
  const token = tokens.issue('i-1', 60);
  expect(tokens.isValid('i-1', token)).toBe(true);
  expect(tokens.isValid('i-2', token)).toBe(false);
  now += 59_999;
  expect(tokens.isValid('i-1', token)).toBe(true);
  now += 1;
  expect(tokens.isValid('i-1', token)).toBe(false);
});

it.each(['', '.', '1800000060000.', '1800000060000.AAAA', 'x'.repeat(8_000)])('%s is no token', (text) => {
  expect(new MachineTokens(() => 0).isValid('i-1', text)).toBe(false);
});

it('a token with another end, or of another process, is none', () => {
  const tokens = new MachineTokens(() => 1_800_000_000_000);
  const token = tokens.issue('i-1', 60);
  expect(tokens.isValid('i-1', token.replace(/^\d/, '2'))).toBe(false);
  expect(new MachineTokens(() => 1_800_000_000_000).isValid('i-1', token)).toBe(false);
});
