import { expect, test } from 'vitest';
import { HostLink } from '#lib/agent/link/link.ts';
import type { Received, Sent } from '#lib/agent/link/transport.ts';
import { eventually } from '#test/support/eventually.ts';
import { newHostKey } from '#test/support/host-link.ts';

const replies: Record<string, object> = {
  '/hosts/self/jobs': { jobs: [], refused: [] },
  '/hosts/self/beat': { state: 'active', now: '2026-11-27T00:00:00Z', gone: [], console_origins: [] },
};

/** A control plane that answers when it is told to. */
function slowPlane() {
  const asked: { path: string; answer(): void }[] = [];
  const send = ({ target }: Sent): Promise<Received> =>
    new Promise((resolve) => {
      const path = target.split('?')[0] ?? '';
      const answer = () => resolve({ status: 200, code: '', text: JSON.stringify(replies[path]) });
      asked.push({ path, answer });
    });
  return { asked, transport: { send, close: () => undefined } };
}

test('a host makes 16 calls at a time, in the order in which they came, and its heartbeat waits for none', async () => {
  const { asked, transport } = slowPlane();
  const link = new HostLink({ hostId: 'host-1', key: newHostKey().key, audience: 'svc', transport });
  const lists = Array.from({ length: 40 }, () => link.call('listHostJobs', {}));
  await eventually(() => asked.length === 16);
  const beat = link.call('beatHost', { jobs: [] });
  await eventually(() => asked.length === 17);
  expect(asked[16]?.path).toBe('/hosts/self/beat');
  asked[16]?.answer();
  await beat;
  asked[0]?.answer();
  await lists[0];
  await eventually(() => asked.length === 18);
  for (let at = 1; at < 41; at++) {
    await eventually(() => asked.length > at);
    if (at !== 16) asked[at]?.answer();
  }
  await Promise.all(lists);
  expect(asked).toHaveLength(41);
});
