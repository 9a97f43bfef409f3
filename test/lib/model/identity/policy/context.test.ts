import { expect, test } from 'vitest';
import { simulatedContext } from '#lib/model/identity/policy/context.ts';

test('values are read as their keys want them', () => {
  const written = {
    'svc:SourceIp': '203.0.113.7',
    'svc:MfaPresent': 'true',
    'svc:PlanPriceMonthly': '899',
    'svc:CurrentTime': '2026-11-21T04:10:00Z',
    'svc:Tag/env': 'dev',
  };
  expect(simulatedContext.parse(written)).toEqual({
    'svc:SourceIp': '203.0.113.7',
    'svc:MfaPresent': true,
    'svc:PlanPriceMonthly': 899,
    'svc:CurrentTime': new Date('2026-11-21T04:10:00Z'),
    'svc:Tag/env': 'dev',
  });
});

test.each([
  [{ 'svc:Nope': 1 }, 'svc:Nope', /^unknown condition key "svc:Nope" \(svc:SourceIp, /],
  [{ 'svc:MfaPresent': 'yes' }, 'svc:MfaPresent', /^is not true or false$/],
  [{ 'svc:SourceIp': 'here' }, 'svc:SourceIp', /^is not an IPv4 or IPv6 address/],
])('%j is refused', (written, key, message) => {
  const { error } = simulatedContext.safeParse(written);
  expect(error?.issues).toMatchObject([{ path: [key], message: expect.stringMatching(message) }]);
});
