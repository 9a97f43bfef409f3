import { createSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AddressForwarder } from '#lib/runtime/forwarder/addresses.ts';
import { Descriptors } from '#lib/runtime/forwarder/descriptors.ts';
import { forwardUdp } from '#lib/runtime/forwarder/udp.ts';
import type { Inside, Outside } from '#lib/runtime/forwarder/ways.ts';
import { ownOutside } from '#lib/runtime/outside.ts';
import { machineSpec, rule } from './support/machine-spec.ts';

/** A machine on this very network, at which nothing listens by itself. */
const inside: Inside = {
  address: '127.0.0.1',
  connect: async (port) => connect(port, '127.0.0.1'),
  datagrams: async () => createSocket('udp4'),
  listening: () => [],
};

test('whoever takes most leaves as many, and what is given back can be had again', () => {
  const all = new Descriptors(100);
  const [greedy, late] = [all.share(), all.share()];
  const taken = Array.from({ length: 100 }, () => greedy.take(1)).filter((leave) => leave !== null);
  expect(taken).toHaveLength(50);
  const others = Array.from({ length: 100 }, () => late.take(1)).filter((leave) => leave !== null);
  expect(others).toHaveLength(25);
  expect(greedy.take(1)).toBeNull();
  for (const leave of taken) {
    leave();
    leave();
  }
  expect(Array.from({ length: 100 }, () => late.take(1)).filter((leave) => leave !== null)).toHaveLength(25);
});

test('flows of datagrams end where others would have too few, and a port that closes gives all back', async () => {
  const all = new Descriptors(20);
  const share = all.share();
  let reached = 0;
  const counted: Inside = { ...inside, datagrams: () => inside.datagrams().finally(() => (reached += 1)) };
  const outer = await ownOutside.bind('127.0.0.1', 0);
  const { port } = outer.address();
  const outside: Outside = { ...ownOutside, bind: async () => outer };
  const forward = await forwardUdp({ host: '127.0.0.1', port, share }, { inside: counted, outside }, () => true);
  const clients = Array.from({ length: 30 }, () => createSocket('udp4'));
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  for (const client of clients) client.send('x', port, '127.0.0.1');
  await expect.poll(() => reached).toBe(10);
  forward.close();
  expect(share.take(10)).not.toBeNull();
});

test('a machine of many rules opens as many ports as it may, says so of the rest, and no connection goes beyond', async () => {
  const all = new Descriptors(40);
  const said: string[] = [];
  const forwarder = new AddressForwarder(inside, ownOutside, (line) => void said.push(line), all.share());
  onTestFinished(() => forwarder.close());
  const free = createServer();
  await new Promise<void>((done) => free.listen(0, '127.90.1.1', done));
  const { port } = free.address() as AddressInfo;
  await new Promise((done) => free.close(done));
  const spec = await machineSpec('debian-12', {
    addresses: ['127.90.1.1'],
    firewall: { inbound: [rule('tcp', port - 31, port)], outbound: null },
  });
  await forwarder.apply(spec);
  expect(said.filter((line) => line.endsWith('as much open as is left for all others'))).toHaveLength(12);
  await expect(
    new Promise((done, failed) => {
      const socket = connect(port - 31, '127.90.1.1');
      socket.on('error', failed).on('close', done).resume();
    }),
  ).rejects.toThrow('ECONNRESET');
  expect(all.share().take(10)).not.toBeNull();
});
