import fc from 'fast-check';
import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { newSecret, otpauthUrl, verifyCode } from '#lib/standards/totp/codes.ts';

/** RFC 6238, appendix B: the SHA-1 rows; a 6-digit code is the end of the 8-digit one. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const rows = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

const codeOf = (secret: string, step: number): Promise<string> => generate({ secret, epoch: step * 30 });

const at = (seconds: number) => new Date(seconds * 1000);

test.each(rows)('RFC 6238 at %i s: %s', async (seconds, code) => {
  expect(await verifyCode(rfcSecret, code, at(seconds), null)).toEqual({ step: Math.floor(seconds / 30) });
});

test.each([
  [-31, null],
  [-30, { step: 33 }],
  [0, { step: 33 }],
  [29, { step: 33 }],
  [59, { step: 33 }],
  [60, null],
])('a code of the step that began at 990 s, %i s after that', async (offset, expected) => {
  const code = await codeOf(rfcSecret, 33);
  expect(await verifyCode(rfcSecret, code, at(990 + offset), null)).toEqual(expected);
});

test('each step counts once, and none before it afterwards', async () => {
  const [before, current, next] = await Promise.all([32, 33, 34].map((step) => codeOf(rfcSecret, step)));
  expect(await verifyCode(rfcSecret, current!, at(1000), 32)).toEqual({ step: 33 });
  expect(await verifyCode(rfcSecret, current!, at(1000), 33)).toBeNull();
  expect(await verifyCode(rfcSecret, before!, at(1000), 33)).toBeNull();
  expect(await verifyCode(rfcSecret, next!, at(1000), 33)).toEqual({ step: 34 });
});

test('a code of another secret is wrong', async () => {
  const [one, two] = [await newSecret(), await newSecret()];
  const codes = await Promise.all([32, 33, 34].map((step) => codeOf(two, step)));
  const own = await Promise.all([32, 33, 34].map((step) => codeOf(one, step)));
  const foreign = codes.find((code) => !own.includes(code))!;
  expect(await verifyCode(one, foreign, at(1000), null)).toBeNull();
});

test('whatever is no code of six digits is wrong, and never an error', async () => {
  const strange = ['', '12345', '1234567', ' 23456', '12345\n', '12345a', '１２３４５６', '٠١٢٣٤٥', '-12345', '1e5000'];
  for (const code of strange) expect(await verifyCode(rfcSecret, code, at(59), null)).toBeNull();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii' }), async (code) => {
      expect(await verifyCode(rfcSecret, `${code}x`, at(59), null)).toBeNull();
    }),
  );
});

test('secrets are 160 random bits in base32', async () => {
  const secrets = await Promise.all(Array.from({ length: 50 }, newSecret));
  expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(50);
});

test('the link names issuer and account, whatever is in them', async () => {
  const url = new URL(await otpauthUrl('svc & co', 'a:b/c?d@e.in', rfcSecret));
  expect(url.protocol).toBe('otpauth:');
  expect(url.href).toMatch(/^otpauth:\/\/totp\/svc%20%26%20co:/);
  expect(decodeURIComponent(url.pathname)).toContain('svc & co:a:b/c?d@e.in');
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret: rfcSecret, issuer: 'svc & co' });
});
