import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import type { LinkInput } from '#lib/agent/link/link.ts';
import { call } from '#lib/testing/functions/call.ts';
import { state } from '#test/support/table/state.ts';
import { type Ground, makeGround, outcomeOf } from './ground.ts';
import { attacksWith } from './inputs.ts';

/* A host that was taken over says where browsers are to open consoles, and what browsers have said. */

let ground: Ground;
beforeAll(async () => {
  ground = await makeGround();
});

const offerOf = (console_url: string) => {
  const { input } = attacksWith(ground).startHost;
  return { ...input, offer: { ...input.offer, capabilities: ['console'], console_url } };
};

describe('it offers as the address of its consoles', () => {
  test.each([
    'javascript:alert(document.cookie)',
    'https://evil.example',
    'ws://evil.example',
    'wss://user:secret@evil.example',
    'wss://evil.example/compute/ws/instances/i-1/console?ticket=',
    "wss://evil.example; script-src 'unsafe-inline'",
    'wss://evil.example https://evil.example',
    'wss://*.example',
    'wss://evil.example\r\nSet-Cookie: svc_access=mine',
    'wss://EVIL.example',
    'wss://[::1]:8443',
    'wss://2130706433',
    'wss://127.0.0.1:8443',
    'wss://127.8.8.8',
    'wss://0.0.0.0',
    'wss://169.254.169.254',
    'wss://localhost',
    'wss://api.localhost:3000',
    `wss://${'a'.repeat(300)}.example`,
    `wss://${'a.'.repeat(145)}example`,
  ])('%s: neither a start nor a heartbeat takes it', async (url) => {
    const before = await state();
    const start = offerOf(url);
    expect(await outcomeOf(ground.attacker.link.call('startHost', start))).toBe('400 validation_failed');
    const { offer } = start;
    expect(await outcomeOf(ground.attacker.link.call('beatHost', { offer, jobs: [] }))).toBe('400 validation_failed');
    expect(await state()).toEqual(before);
  });
});

describe('for the machine of another host', () => {
  const handshake = (changes: object): LinkInput<'openHostConsole'> => {
    const { input } = attacksWith(ground).openHostConsole;
    return { ...input, handshake: { ...input.handshake, headers: {}, ...changes } };
  };
  const opened = async (link: Ground['attacker']['link'], changes: object) => {
    const reply = await link.call('openHostConsole', handshake(changes));
    return 'refused' in reply ? `${reply.refused.status} ${reply.refused.code}` : reply.opened.instance_id;
  };
  const ticketed = async () => {
    const { bearer } = ground.owner;
    const { status, body } = await call(createTicket, { bearer, params: { id: ground.theirs.instance } });
    expect([status, new URL(body.url).hostname]).toEqual([201, 'consoles.example.in']);
    return `ticket=${body.ticket}`;
  };

  test("it shows the owner's token, cookie, or both from a page of the deployment: none of them counts", async () => {
    const { bearer } = ground.owner;
    for (const headers of [
      { authorization: `Bearer ${bearer}` },
      { cookie: `svc_access=${bearer}` },
      { cookie: `svc_access=${bearer}`, origin: 'https://api.example.in', host: 'api.example.in' },
    ]) {
      const outcome = await opened(ground.attacker.link, { headers });
      expect(outcome).toMatch(/^(401 missing_credentials|403 cross_origin)$/);
    }
  });

  test('it shows a ticket that it has caught: it is told nothing, and the ticket is of no use any more', async () => {
    const query = await ticketed();
    expect(await opened(ground.attacker.link, { query })).toBe('503 dependency_unavailable');
    expect(await opened(ground.victim.link, { query, id: 'req-3' })).toBe('401 invalid_token');
  });

  test('a ticket that a page of another site sends to the right host opens nothing, and is still good', async () => {
    const query = await ticketed();
    const headers = { origin: 'https://evil.example', host: 'evil.example' };
    expect(await opened(ground.victim.link, { query, headers })).toBe('403 cross_origin');
    expect(await opened(ground.victim.link, { query, id: 'req-4' })).toBe(ground.theirs.instance);
  });
});
