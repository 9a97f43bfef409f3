import { expect, test } from 'vitest';
import { isOurHost, routedAs } from '#lib/local/front/routing.ts';

test.each([
  '/',
  '/healthz',
  '/compute/instances/i-1?x=%20&y=a+b',
  '/a/b%2Fc',
  '/a/%E0%A4%A4',
  "/a/-._~!$&'()*+,;=:@",
  '/a?//&..',
])('GET %s may be of a route', (target) =>
  expect(routedAs('GET', target)).toEqual({ method: 'GET', path: target.split('?')[0] }),
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
])('a target with %s is of no route', (_what, target) => expect(routedAs('GET', target)).toBeUndefined());

test('HEAD is looked for as GET; OPTIONS and unknown methods are of no route', () => {
  expect(routedAs('HEAD', '/healthz')).toEqual({ method: 'GET', path: '/healthz' });
  expect(routedAs('HEAD', '/healthz/')).toBeUndefined();
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'get']) expect(routedAs(method, '/healthz')).toBeUndefined();
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
