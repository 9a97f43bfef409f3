import { expect } from 'vitest';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: "the victim's cookie on a request that another site's page makes",
  async by({ victim }) {
    const before = process.env.SVC_BASE_URL;
    process.env.SVC_BASE_URL = 'https://cloud.example.com';
    const ask = (origin: string | undefined, more: Record<string, string> = {}) =>
      call(createVpc, {
        cookies: { svc_access: victim.bearer },
        headers: { host: 'cloud.example.com', origin, ...more },
        body: { name: 'taken' },
        ip: newIp(),
      });
    for (const origin of [
      'https://evil.example',
      'null',
      'http://cloud.example.com',
      'https://cloud.example.com.evil.example',
      'https://cloud.example.com:8443',
      'https://x.cloud.example.com',
      'https://evilcloud.example.com',
      'https://cloud.example.com@evil.example',
      'file://',
    ]) {
      const { status, headers } = await ask(origin);
      expect([origin, status, headers['x-error-code']]).toEqual([origin, 403, 'cross_origin']);
      expect(headers['access-control-allow-origin'] ?? '').toBe('');
    }
    expect((await ask(undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    process.env.SVC_BASE_URL = before;
  },
};
