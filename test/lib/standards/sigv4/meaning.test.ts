import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidates } from '#lib/standards/sigv4/candidates.ts';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { normalisePath } from '#lib/standards/sigv4/encode.ts';
import { credentials, host } from './drafts.ts';
import { signers } from './javascript-signers.ts';
import { refusal, unmatched } from './refusal.ts';

/* A signature for one request must not be valid for a request with another meaning, whichever key signed it. */

const request = (target: string, exact = true): SignedRequest => {
  const [path = '', ...query] = target.split('?');
  return { method: 'GET', path, rawQuery: query.join('?'), headers: { host }, body: Buffer.alloc(0), exact };
};

/** What the routes make of a query: its pairs, whatever their order. */
const queryMeaning = (rawQuery: string) =>
  JSON.stringify([...new URLSearchParams(rawQuery)].map((pair) => JSON.stringify(pair)).sort());

const readings = (each: SignedRequest) => candidates(each, 'header').map((reading) => reading.join('?'));
const inCommon = (one: SignedRequest, other: SignedRequest) => {
  const theirs = new Set(readings(other));
  return readings(one).filter((reading) => theirs.has(reading));
};

describe('a signature for the one does not hold for the other', () => {
  test.each([
    ['/auth/audit-logs?q=a%2Bb', '/auth/audit-logs?q=a+b'],
    ['/auth/audit-logs?q=a%252Bb', '/auth/audit-logs?q=a%2Bb'],
    ['/auth/audit-logs?a%2Bb=c', '/auth/audit-logs?a+b=c'],
    ['/auth/audit-logs?q=%25zz%2520', '/auth/audit-logs?q=%zz%20'],
    ['/auth/audit-logs?q=%25ff', '/auth/audit-logs?q=%ff'],
    ['/auth/audit-logs?q=a%26b', '/auth/audit-logs?q=a&b'],
    ['/auth/audit-logs?q=a%3Db', '/auth/audit-logs?q%3Da=b'],
    ['/auth/iam/users/a%20b', '/auth/iam/users/a%2520b'],
    ['/auth/iam/users/a%40b', '/auth/iam/users/a%2540b'],
    ['/auth/iam/users/a%2Fb', '/auth/iam/users/a/b'],
  ])('%s and %s', async (one, other) => {
    for (const exact of [true, false]) {
      const asCame = (target: string) => {
        const came = request(target, exact);
        return exact ? came : { ...came, path: decodeURIComponent(came.path) };
      };
      // Once a gateway has decoded it, a slash is a slash: the two are one request to it.
      if (!exact && one.includes('%2F')) continue;
      expect(inCommon(asCame(one), asCame(other))).toEqual([]);
    }
    for (const [name, make] of Object.entries(signers)) {
      const sign = make((await import(name)) as never);
      const signed = await sign({ title: '', method: 'GET', target: one, body: '' }, 'header');
      const { path, rawQuery } = request(other);
      expect([name, refusal({ ...signed, path, rawQuery }, credentials.secret, new Date())]).toEqual([
        name,
        `invalid_signature: ${unmatched}`,
      ]);
    }
  });
});

test('a plus sign in a query is a blank, however it is written', () => {
  expect(inCommon(request('/a?q=a+b'), request('/a?q=a%20b'))).toContain('/a?q=a%20b');
});

test('dots in what a gateway decoded stand for themselves', () => {
  expect(readings(request('/a/../b', false))).toEqual(['/a/../b?']);
  expect(inCommon(request('/a/../b', false), request('/b', false))).toEqual([]);
});

/** Ways to write what may be taken for one another. */
const alike = [
  ['+', '%2B', '%20', '%252B', '%2520'],
  ['%zz', '%25zz'],
  ['%ff', '%25ff'],
  ['%', '%25'],
  ['a', '%61', '%2561'],
  ['&', '%26'],
  ['=', '%3D'],
  ['é', '%C3%A9'],
];
const like = fc.constantFrom(...alike).chain((ways) => fc.tuple(fc.constantFrom(...ways), fc.constantFrom(...ways)));
/** Two queries that look alike. */
const twoQueries = fc
  .array(like, { minLength: 1, maxLength: 6 })
  .map((pieces) => [pieces.map(([piece]) => piece).join(''), pieces.map(([, piece]) => piece).join('')] as const);

test('no two queries that mean different things have a reading in common', () => {
  fc.assert(
    fc.property(twoQueries, ([one, other]) => {
      fc.pre(queryMeaning(one) !== queryMeaning(other));
      expect(inCommon(request(`/a?${one}`), request(`/a?${other}`))).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

const segment = fc.array(
  fc.constantFrom('a', 'b', '@', '%40', '%20', '%25', '%2540', '%2520', '%252520', ' ', '..', '.'),
  { maxLength: 4 },
);
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((all) => `/${all.map((each) => each.join('')).join('/')}`);

test('nor have two paths, as they were sent or as a gateway decoded them', () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const meaning = (text: string) => decodeURIComponent(normalisePath(text));
      if (meaning(one) !== meaning(other)) expect(inCommon(request(one), request(other))).toEqual([]);
      if (one !== other) expect(inCommon(request(one, false), request(other, false))).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});
