import { describe, expect, it } from 'vitest';
import { next, withNext } from '#lib/web/pages/enter/next.ts';

const of = (to?: string) => new URLSearchParams(to === undefined ? {} : { next: to });

describe('where a login leads', () => {
  it.each([
    [undefined, '/console'],
    ['/', '/console'],
    ['/instances', '/console/instances'],
    ['/instances?q=web&tab=metrics', '/console/instances?q=web&tab=metrics'],
    ['//evil.example', '/console'],
    ['/\\evil.example', '/console'],
    ['\\\\evil.example', '/console'],
    ['https://evil.example', '/console'],
    ['javascript:alert(1)', '/console'],
    ['@evil.example', '/console'],
    ['.evil.example', '/console'],
    ['/../auth/logout', '/console'],
    ['/%2e%2e/auth/logout', '/console'],
    ['/a\n/b', '/console'],
  ])('%s is %s', (given, address) => {
    expect(next(of(given))).toBe(address);
  });

  it('is told to the page that is gone to before', () => {
    expect(withNext('/register', of('/instances?q=a b'))).toBe('/console/register?next=%2Finstances%3Fq%3Da%20b');
    expect(withNext('/register', of())).toBe('/console/register');
  });
});
