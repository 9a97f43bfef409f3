import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descendantsOf } from '#test/lib/runtime/support/processes.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { type Laptop, startLaptop } from './ground.ts';

/* A customer has the platform deliver events, which comes as the user who runs it, to where only that user may go. */
describe('who chooses where a webhook leads', () => {
  let laptop: Laptop;
  let customer: Client;
  let id: string;
  beforeAll(async () => {
    laptop = await startLaptop();
    customer = await Client.verified(laptop.platform.baseUrl);
    const body = { url: 'http://localhost:9/', event_types: ['vpc.*'] };
    ({ id } = demand(await customer.ask('/auth/webhooks', { method: 'POST', body }), 201).body);
  });
  afterAll(() => laptop?.platform.stop());

  /** What a delivery to a URL ended with. */
  async function delivered(url: string): Promise<{ response_status: number | null; error: string | null }> {
    demand(await customer.ask(`/auth/webhooks/${id}`, { method: 'PATCH', body: { url } }), 200);
    return demand(await customer.ask(`/auth/webhooks/${id}/test`, { method: 'POST' }), 201).body;
  }

  const silence = {
    status: 'failed',
    response_status: null,
    error: 'the connection failed, or there was no answer within 5 seconds',
  };

  test('reaches a receiver of its own on this laptop (so that the rest is no broken attacker)', async () => {
    const { port, received, close } = await receiver();
    for (const host of ['localhost', '127.0.0.1', '127.1', '2130706433']) {
      expect(await delivered(`http://${host}:${port}/hook`)).toMatchObject({ response_status: 200, error: null });
    }
    expect(received).toHaveLength(4);
    await close();
    expect(await delivered(`http://localhost:${port}/hook`)).toMatchObject(silence);
  });

  test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]'])(
    'does not have the platform reset, by the name %s',
    async (host) => {
      for (const protocol of ['http', 'https']) {
        const url = `${protocol}://${host}:${laptop.platform.port}/dev/reset`;
        expect([url, await delivered(url)]).toEqual([url, expect.objectContaining(silence)]);
      }
      expect((await customer.ask('/auth/me')).status).toBe(200);
    },
  );

  test('reaches nothing on which the platform listens, the ports of its machines among it', async () => {
    const machine = await customer.launch({ name: 'web' });
    const pids = [laptop.platform.pid, ...descendantsOf(laptop.platform.pid).map(({ pid }) => pid)];
    const lines = execFileSync('ss', ['-nltpH'], { encoding: 'utf8' }).split('\n');
    const doors = lines.filter((line) => pids.some((pid) => line.includes(`pid=${pid},`)));
    const places = doors.map((line) => line.split(/\s+/)[3] ?? '');
    expect(places).toContain(`${machine.public_ip}:${machine.ssh_port}`);
    expect(places.length).toBeGreaterThanOrEqual(3);
    for (const place of places) {
      expect([place, await delivered(`http://${place}/`)]).toEqual([place, expect.objectContaining(silence)]);
    }
  });

  test('does not come in at /dev by whatever way it takes: what a webhook sends is refused there', async () => {
    for (const [method, path] of [
      ['POST', '/dev/reset'],
      ['GET', '/dev/outbox'],
      ['POST', '/dev/state/mine'],
    ] as const) {
      const headers = { 'x-svc-event': 'webhook.test' };
      const reply = await ask(laptop.platform.baseUrl, path, { method, headers, once: true });
      expect([path, reply.status, reply.body]).toEqual([
        path,
        403,
        { error: '/dev takes no deliveries of webhooks (X-Svc-Event)' },
      ]);
    }
    expect((await ask(laptop.platform.baseUrl, '/dev/outbox')).status).toBe(200);
  });

  test.each(['10.0.0.1', '169.254.169.254', '[fd00::1]', '0.0.0.0'])(
    '%s is no receiver, by https either',
    async (host) => {
      for (const protocol of ['http', 'https']) {
        const body = { url: `${protocol}://${host}/` };
        expect((await customer.ask(`/auth/webhooks/${id}`, { method: 'PATCH', body })).status).toBe(400);
      }
    },
  );
});
