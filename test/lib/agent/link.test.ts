import { expect, test } from 'vitest';
import { HostLink } from '#lib/agent/link/link.ts';
import type { Received, Sent, Transport } from '#lib/agent/link/transport.ts';
import { newHostKey } from '#test/support/hosts/host-link.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const replies: Record<string, object> = {
  '/hosts/self/jobs': { jobs: [], refused: [] },
  '/hosts/self/heartbeat': {
    state: 'active',
    now: '2026-11-27T00:00:00Z',
    gone: [],
    offer_wanted: false,
    console_origins: [],
  },
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

const linkBy = (transport: Transport) =>
  new HostLink({ hostId: 'host-1', key: newHostKey().key, audience: 'svc', transport });

test('a host makes 16 calls at a time, and its heartbeat waits for none', async () => {
  const { asked, transport } = slowPlane();
  const link = linkBy(transport);
  const lists = Array.from({ length: 40 }, () => link.call('listHostJobs', {}));
  await eventually(() => asked.length === 16);
  const beat = link.call('beatHost', { jobs: [] });
  await eventually(() => asked.length === 17);
  expect(asked[16]?.path).toBe('/hosts/self/heartbeat');
  asked[16]?.answer();
  await beat;
  // Signatures take their time, so that what is asked first need not be what was called first.
  asked[0]?.answer();
  await Promise.race(lists);
  await eventually(() => asked.length === 18);
  for (let at = 1; at < 41; at++) {
    await eventually(() => asked.length > at);
    if (at !== 16) asked[at]?.answer();
  }
  await Promise.all(lists);
  expect(asked).toHaveLength(41);
});

test('an agent that ends its work does not make the calls that wait, and makes those that come then', async () => {
  const { asked, transport } = slowPlane();
  const link = linkBy(transport);
  const lists = Array.from({ length: 20 }, () => link.call('listHostJobs', {}));
  const outcomes = Promise.allSettled(lists);
  await eventually(() => asked.length === 16);
  link.dismiss();
  const last = link.call('listHostJobs', {});
  for (let at = 0; at < 17; at++) {
    await eventually(() => asked.length > at);
    asked[at]?.answer();
  }
  expect(await last).toEqual({ jobs: [], refused: [] });
  const said = (await outcomes).map((one) => (one.status === 'rejected' ? one.reason.message : 'answered'));
  expect(said).toEqual([...Array(16).fill('answered'), ...Array(4).fill('the agent ends its work')]);
  expect(asked).toHaveLength(17);
});
