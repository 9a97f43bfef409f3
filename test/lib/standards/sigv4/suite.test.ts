import { describe, expect, test } from 'vitest';
import { candidates } from '#lib/standards/sigv4/candidates.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { readingOf, verifySignature } from '#lib/standards/sigv4/verify.ts';
import { cases, isTokenAddedLater, readWire, suiteNow, suiteRules, withoutToken } from './suite.ts';

const forms = ['header', 'query'] as const;
const all = cases.flatMap((vector) => forms.map((form) => ({ name: `${vector.name} (${form})`, vector, form })));

function read(vector: (typeof cases)[number], form: (typeof forms)[number]) {
  const sent = readWire(vector[`${form}_signed_request`]);
  const request = isTokenAddedLater(vector) ? withoutToken(sent) : sent;
  return { sent, request, parsed: parseSignature(request, suiteRules)! };
}

test('all 76 cases are here', () => {
  expect(all).toHaveLength(76);
});

describe.each(all)('$name', ({ vector, form }) => {
  const { access_key_id: keyId, secret_access_key: secret } = vector.context.credentials;

  test('is read, and its canonical request is among the readings', () => {
    const { request, parsed } = read(vector, form);
    expect(parsed).toMatchObject({ form, accessKeyId: keyId, signature: vector[`${form}_signature`] });
    const expected = vector[`${form}_canonical_request`];
    const bodyHash = expected.slice(-64);
    const readings = candidates(request, form).map((reading) => readingOf(reading, request, parsed, bodyHash));
    expect(readings).toContain(expected);
    expect(readings.length).toBeLessThanOrEqual(6);
  });

  test('holds with its secret, and not with another, another body, method, path or signature', () => {
    const { request, parsed } = read(vector, form);
    const verify = (altered = {}, key: string | undefined = secret, signature = parsed.signature) =>
      verifySignature({ ...parsed, signature }, { ...request, ...altered }, key, suiteNow, suiteRules);
    expect(() => verify()).not.toThrow();
    const refused = expect.objectContaining({ code: 'invalid_signature' });
    expect(() => verify({}, `${secret}x`)).toThrow(refused);
    expect(() => verify({ body: Buffer.from('other') })).toThrow(refused);
    expect(() => verify({ method: 'PUT' })).toThrow(refused);
    expect(() => verify({ path: `${request.path}x` })).toThrow(refused);
    const flipped = parsed.signature.startsWith('0') ? '1' : '0';
    expect(() => verify({}, secret, flipped + parsed.signature.slice(1))).toThrow(refused);
  });
});

test('a session token that was added after signing is refused as unsigned', () => {
  const later = cases.filter(isTokenAddedLater);
  expect(later).toHaveLength(1);
  const { sent } = read(later[0]!, 'header');
  expect(() => parseSignature(sent, suiteRules)).toThrow('SignedHeaders: x-amz-security-token must be signed');
});
