import { expect, test } from 'vitest';
import { isOurHost, upstreamRequest } from '#lib/local/front/routing.ts';
import { signTarget, verifyTarget } from '#lib/local/front/target.ts';

const unrouted = { method: 'POST', path: '/-/unrouted' };

test.each([
  '/',
  '/healthz',
  '/compute/instances/i-1?x=%20&y=a+b',
  '/a/b%2Fc',
  '/a/%E0%A4%A4',
  "/a/-._~!$&'()*+,;=:@",
  '/a?//&..',
])('GET %s goes on as it is', (target) =>
  expect(upstreamRequest('GET', target)).toEqual({ method: 'GET', path: target }),
);

test.each([
  ['an empty segment', '//healthz'],
  ['an empty segment within', '/compute//instances'],
  ['a slash at the end', '/healthz/'],
  ['a dot segment', '/a/./b'],
  ['a dot-dot segment', '/a/../b'],
  ['an encoded dot-dot segment', '/a/%2e%2E/b'],
  ['a wrong percent sign', '/a/%zz'],
  ['a percent sign at the end', '/a/%'],
  ['what is not UTF-8', '/a/%ff'],
  ['an encoded NUL', '/a/%00'],
  ['a backslash', '/a\\b'],
  ['a fragment', '/a#b'],
  ['a fragment after the query', '/a?b#c'],
  ['a letter outside ASCII', '/a/ä'],
  ['the absolute form', 'http://localhost:3000/healthz'],
  ['the asterisk form', '*'],
  ['no slash', 'healthz'],
])('a target with %s goes to the catch-all', (_what, target) =>
  expect(upstreamRequest('GET', target)).toEqual(unrouted),
);

test('HEAD goes on as GET; OPTIONS and unknown methods go to the catch-all', () => {
  expect(upstreamRequest('HEAD', '/healthz')).toEqual({ method: 'GET', path: '/healthz' });
  expect(upstreamRequest('HEAD', '/healthz/')).toEqual(unrouted);
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'get'])
    expect(upstreamRequest(method, '/healthz')).toEqual(unrouted);
});

test('localhost, names under it and 127.0.0.1 are ours, with the right port', () => {
  for (const host of ['localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', 'a.b.localhost:3000']) {
    expect(isOurHost(host, 3000)).toBe(true);
  }
  for (const host of [
    undefined,
    '',
    'localhost',
    'localhost:3001',
    'evil.example:3000',
    'localhost.evil.example:3000',
  ]) {
    expect(isOurHost(host, 3000)).toBe(false);
  }
  for (const host of [
    'evillocalhost:3000',
    '127.0.0.2:3000',
    '[::1]:3000',
    'u@localhost:3000',
    'localhost:3000@evil',
  ]) {
    expect(isOurHost(host, 3000)).toBe(false);
  }
  expect(isOurHost('localhost', 80)).toBe(true);
});

test('a signed target is read back under its key and under no other, and not when it was altered', () => {
  const target = { method: 'GET', target: '/a//b?q=%zz', source_ip: '127.0.0.1', content_type: 'text/plain', at: 1 };
  const { 'x-svc-target': text = '', 'x-svc-target-signature': signature = '' } = signTarget(target, 'key');
  expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toEqual(target);
  expect(verifyTarget(text, signature, 'key')).toEqual(target);
  expect(verifyTarget(text, signature, 'other')).toBeUndefined();
  expect(verifyTarget(`${text}A`, signature, 'key')).toBeUndefined();
  expect(verifyTarget(text, signature.slice(1), 'key')).toBeUndefined();
});
