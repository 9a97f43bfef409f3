import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { callProbe, effectsOn, newProbeId, probe } from './probe.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const handler = probe();

/** Sends a request that must be refused with 400, and answers the code and the text; nothing may have happened. */
async function refusal(request: Call): Promise<[code: string | undefined, error: string]> {
  const id = newProbeId();
  const reply = await callProbe(handler, { bearer: user.bearer, params: { id }, ...request });
  expect(reply.status).toBe(400);
  expect(await effectsOn(id)).toBe(0);
  return [reply.headers['x-error-code'], reply.body.error];
}

test.each([
  ['an unknown field', { body: { txt: 'a' } }, 'unknown_field', 'unknown field "txt"'],
  ['several', { body: { a: 1, b: 2 } }, 'unknown_field', 'unknown field "a"; unknown field "b"'],
  ['an unknown parameter', { query: { colour: 'red' } }, 'unknown_field', 'unknown query parameter "colour"'],
  [
    'a parameter named like a method',
    { rawQuery: 'toString=1' },
    'unknown_field',
    'unknown query parameter "toString"',
  ],
  ['a parameter __proto__', { rawQuery: '__proto__=1' }, 'unknown_field', 'unknown query parameter "__proto__"'],
  ['a name that is no property', { rawQuery: '__proto__=1' }, 'unknown_field', 'unknown query parameter "__proto__"'],
  ['a parameter twice', { rawQuery: 'color=red&color=blue' }, 'validation_failed', 'color: is given twice'],
  [
    'a value that is not allowed',
    { query: { color: 'green' } },
    'validation_failed',
    'color: "green" is not one of red, blue',
  ],
  ['a key twice', { rawBody: '{"text":"a","text":"b"}' }, 'validation_failed', 'text: is given twice'],
  [
    'a key twice inside, in two spellings',
    { rawBody: '{"tags":{"a":"1","\\u0061":"2"}}' },
    'validation_failed',
    'tags.a: is given twice',
  ],
  ['a wrong type', { body: { text: 5 } }, 'validation_failed', 'text: 5 must be a string'],
  ['a wrong type inside', { body: { tags: { a: 1 } } }, 'validation_failed', 'tags.a: 1 must be a string'],
  [
    'a dry run of a route that has none',
    { query: { dry_run: 'true' } },
    'unknown_field',
    'unknown query parameter "dry_run"',
  ],
] as const)('%s is named', async (_, request, code, text) => {
  expect(await refusal(request as Call)).toEqual([code, text]);
});

test('every wrong field is named, and an unknown one beside them', async () => {
  const [code, error] = await refusal({ body: { text: 5, tags: 'x', more: true } });
  expect(code).toBe('validation_failed');
  expect(error.split('; ').sort()).toEqual([
    'tags: "x" must be a JSON object',
    'text: 5 must be a string',
    'unknown field "more"',
  ]);
});

test.each([
  ['an array', '[]'],
  ['a string', '"x"'],
  ['a number', '1'],
  ['null', 'null'],
])('%s is no body', async (_, rawBody) => {
  const [code, error] = await refusal({ rawBody });
  expect(code).toBe('validation_failed');
  expect(error).toMatch(/^body: .*must be a JSON object$/);
});

test.each([
  ['cut off', '{"text":"a'],
  ['with a comment', '{"text":"a"} // b'],
  ['with a number JSON lacks', '{"text":NaN}'],
  ['empty but for a blank', ' '],
  ['deep', `{"tags":${'['.repeat(100_000)}`],
])('JSON that is %s is invalid', async (_, rawBody) => {
  const [code, error] = await refusal({ rawBody });
  expect(code).toBe('invalid_json');
  expect(error).toMatch(/^body: is not valid JSON( \(position \d+\))?$/);
});

test('a broken body is not quoted, since it may hold a secret', async () => {
  const [, error] = await refusal({ rawBody: '{"password":"hunter2-hunter2" x' });
  expect(error).not.toContain('hunter2');
});

test.each([
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'is not valid UTF-8'],
  ['a lone surrogate', '{"text":"\\ud800"}', 'has text that is not well-formed Unicode'],
  ['a lone surrogate in a key', '{"tags":{"\\udfff":"x"}}', 'has text that is not well-formed Unicode'],
  ['a key __proto__', '{"__proto__":{"text":"x"}}', 'must not have a key "__proto__"'],
  ['one inside, written otherwise', '{"tags":{"\\u005f_proto__":"x"}}', 'must not have a key "__proto__"'],
  ['a depth of 100,000', `{"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'is nested deeper than 64 levels'],
])('%s is refused', async (_, rawBody, what) => {
  expect(await refusal({ rawBody })).toEqual(['invalid_json', `body: ${what}`]);
  expect(({} as { text?: string }).text).toBeUndefined();
});

test('ten thousand wrong items do not make a long answer', async () => {
  const tags = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]));
  const [, error] = await refusal({ body: { tags } });
  expect(error.length).toBeLessThanOrEqual(8000);
  expect(error).toMatch(/^tags\.k0: 0 must be a string; .*; tags\.k19\d: 19\d must be a string$/);
});

describe('X-Error-Fields', () => {
  const header = async (request: Call, handled = handler): Promise<string> => {
    const reply = await callProbe(handled, { bearer: user.bearer, ...request });
    expect(reply.status).toBe(400);
    return reply.headers['x-error-fields'] ?? '';
  };
  const fields = async (request: Call, handled = handler) => JSON.parse(await header(request, handled));

  test('has the parts of the sentence', async () => {
    expect(await fields({ body: { text: 5, tags: 'x', more: true } })).toEqual([
      { field: 'text', message: '5 must be a string' },
      { field: 'tags', message: '"x" must be a JSON object' },
      { field: 'more', message: 'unknown field' },
    ]);
    expect(await fields({ query: { colour: 'red' } })).toEqual([
      { field: 'colour', message: 'unknown query parameter' },
    ]);
    expect(await fields({ rawBody: '[]' })).toEqual([{ field: 'body', message: 'must be a JSON object' }]);
  });

  test('is there for a refusal of a verb too, and for a sentence that names no field', async () => {
    const refusing = (message: string) =>
      probe({}, async () => {
        throw new ApiError('validation_failed', message);
      });
    expect(await fields({}, refusing('gstin: check digit is X, expected V'))).toEqual([
      { field: 'gstin', message: 'check digit is X, expected V' },
    ]);
    expect(await fields({}, refusing('both were given'))).toEqual([{ field: '', message: 'both were given' }]);
  });

  test('is ASCII, one line, and of whole entries up to 4 KiB', async () => {
    const odd = { 'नमस्ते\r\nset-cookie: a=b\u007f': 1 };
    const text = await header({ body: { tags: odd } });
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toEqual([{ field: `tags.${Object.keys(odd)[0]}`, message: '1 must be a string' }]);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`☃${i}`, i]));
    const long = await header({ body: { tags: many } });
    expect(long.length).toBeGreaterThan(3900);
    expect(long.length).toBeLessThanOrEqual(4096);
    expect(JSON.parse(long)[0]).toEqual({ field: 'tags.☃0', message: '0 must be a string' });
    expect(await fields({ body: { tags: { ['k'.repeat(5000)]: 1 } } })).toEqual([]);
  });

  test('never has the value of a secret', async () => {
    const text = await header({ body: { tags: { password: 12345678, access_token: 87654321 } } });
    expect(JSON.parse(text)).toEqual([
      { field: 'tags.password', message: 'must be a string' },
      { field: 'tags.access_token', message: 'must be a string' },
    ]);
  });

  test('is of a 400 alone', async () => {
    const reply = await callProbe(handler, {});
    expect(reply.status).toBe(401);
    expect(reply.headers).not.toHaveProperty('x-error-fields');
  });
});

test('text in any script goes through as it is', async () => {
  const text = 'नमस्ते 👩‍👩‍👧 \u0000 ﷽';
  const reply = await callProbe(handler, { bearer: user.bearer, body: { text } });
  expect(reply.body.text).toBe(text);
  const bytes = await callProbe(handler, { bearer: user.bearer, rawBody: Buffer.from(JSON.stringify({ text })) });
  expect(bytes.body.text).toBe(text);
});

test('no body is an empty one', async () => {
  expect((await callProbe(handler, { bearer: user.bearer })).status).toBe(200);
  expect((await callProbe(handler, { bearer: user.bearer, rawBody: '' })).status).toBe(200);
});

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON;charset=UTF-8', 200],
  ['application/json; charset="utf-8"', 200],
  ['application/json; charset=latin1', 415],
  ['application/problem+json', 415],
  ['text/plain', 415],
  ['multipart/form-data; boundary=x', 415],
  ['', 415],
  [undefined, 415],
])('a body of type %s is %i', async (type, status) => {
  const headers = { 'content-type': type };
  expect((await callProbe(handler, { bearer: user.bearer, body: {}, headers })).status).toBe(status);
});

test('256 KiB are the most that a body may have', async () => {
  const body = (size: number) => `{"text":"${'x'.repeat(size - 11)}"}`;
  expect((await callProbe(handler, { bearer: user.bearer, rawBody: body(262_144) })).status).toBe(200);
  const reply = await callProbe(handler, { bearer: user.bearer, rawBody: body(262_145) });
  expect(reply.status).toBe(413);
  expect(reply.body.error).toBe('body: 262145 bytes is too large (at most 262144 bytes)');
});

test('a path parameter that no id can have is not found', async () => {
  for (const id of ['i-1', '../auth', 'i-01M7YE8X7KV53MPA93VYD0MVE9', '%00', 'x'.repeat(4000)]) {
    const reply = await callProbe(handler, { bearer: user.bearer, params: { id } });
    expect(reply.status).toBe(404);
    expect(reply.headers['x-error-code']).toBe('not_found');
  }
});

test('hostile headers change nothing', async () => {
  const headers = {
    'user-agent': 'evil\u001b[31m\r\nx: y',
    cookie: '__proto__=1; constructor=2; =; ;;',
    prefer: 'wait=999999999999999999999',
  };
  expect((await callProbe(handler, { bearer: user.bearer, headers })).status).toBe(200);
  const condition = { ...headers, 'if-match': '"'.repeat(9000) };
  const { status, body } = await callProbe(handler, { bearer: user.bearer, headers: condition });
  expect([status, body.error.length < 200]).toEqual([412, true]);
  expect((await callProbe(handler, { headers })).status).toBe(401);
});
