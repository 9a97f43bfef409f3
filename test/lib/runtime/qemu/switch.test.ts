import { type Duplex, duplexPair } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { Switch } from '#lib/runtime/drivers/qemu/switch/switch.ts';
import { ALL, machineSpec, rule } from '#test/lib/runtime/support/machine-spec.ts';

const OPEN: MachineSpec['firewall'] = { inbound: [{ ...ALL, cidrs: ['0.0.0.0/0'] }], outbound: null };
const NONE: MachineSpec['firewall'] = { inbound: [], outbound: null };
const TCP = 6;
const SYN = 0x02;
const SYN_ACK = 0x12;
const ACK = 0x10;

interface Station {
  readonly mac: string;
  readonly ip: string;
  readonly line: Duplex;
  readonly port: ReturnType<Switch['join']>;
  leave(): void;
  /** What came since it was last asked. */
  heard(): Promise<Buffer[]>;
}

let last = 0;

async function station(net: Switch, firewall: MachineSpec['firewall'] | null = OPEN, isLeft = false): Promise<Station> {
  last += 1;
  const [line, far] = duplexPair();
  const spec = await machineSpec('debian-12');
  const mac = `52:54:00:00:00:${last.toString(16).padStart(2, '0')}`;
  const port = net.join(far, { spec, mac, isLeft });
  if (firewall) port.restrict(firewall);
  let heard: Buffer[] = [];
  line.on('data', (data: Buffer) => heard.push(data.subarray(4)));
  return {
    mac,
    ip: spec.private_ip,
    line,
    port,
    leave: () => void far.destroy(),
    async heard() {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      const came = heard;
      heard = [];
      return came;
    },
  };
}

const macBytes = (mac: string) => Buffer.from(mac.replaceAll(':', ''), 'hex');
const ipBytes = (ip: string) => Buffer.from(ip.split('.').map(Number));

function send({ line }: Station, frame: Buffer): void {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(frame.length);
  line.write(Buffer.concat([head, frame]));
}

interface Ends {
  readonly mac: string;
  readonly ip: string;
}

function tcp(from: Ends, to: Ends, ports: readonly [from: number, to: number], flags: number): Buffer {
  const packet = Buffer.alloc(40);
  packet.writeUInt8(0x45, 0);
  packet.writeUInt8(TCP, 9);
  ipBytes(from.ip).copy(packet, 12);
  ipBytes(to.ip).copy(packet, 16);
  packet.writeUInt16BE(ports[0], 20);
  packet.writeUInt16BE(ports[1], 22);
  packet.writeUInt8(flags, 33);
  return Buffer.concat([macBytes(to.mac), macBytes(from.mac), Buffer.from([0x08, 0x00]), packet]);
}

function arp(from: Ends, asked: string): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, 1, 8, 0, 6, 4, 0, 1]),
    macBytes(from.mac),
    ipBytes(from.ip),
    Buffer.alloc(6),
    ipBytes(asked),
  ]);
  return Buffer.concat([Buffer.alloc(6, 0xff), macBytes(from.mac), Buffer.from([0x08, 0x06]), body]);
}

describe('the switch of a private network', () => {
  it('asks for a hardware address only whom it belongs to', async () => {
    const net = new Switch();
    const [one, two, three] = [await station(net), await station(net), await station(net)];
    send(one, arp(one, two.ip));
    expect(await two.heard()).toEqual([arp(one, two.ip)]);
    expect(await three.heard()).toEqual([]);
  });

  it('lets in what a rule names, answers to it, and nothing else', async () => {
    const net = new Switch();
    const one = await station(net, NONE);
    const two = await station(net, { inbound: [rule('tcp', 80, 81, '10.20.0.0/20')], outbound: null });
    for (const port of [79, 80, 81, 82]) send(one, tcp(one, two, [5000, port], SYN));
    expect(await two.heard()).toEqual([80, 81].map((port) => tcp(one, two, [5000, port], SYN)));
    send(two, tcp(two, one, [80, 5000], SYN_ACK));
    expect(await one.heard()).toHaveLength(1);
    send(two, tcp(two, one, [80, 5001], SYN_ACK));
    send(two, tcp(two, one, [4000, 5000], SYN));
    expect(await one.heard()).toEqual([]);
  });

  it('keeps flows that were let in when rules change, and no new ones', async () => {
    const net = new Switch();
    const [one, two] = [await station(net), await station(net)];
    send(one, tcp(one, two, [5000, 80], SYN));
    expect(await two.heard()).toHaveLength(1);
    two.port.restrict(NONE);
    send(one, tcp(one, two, [5000, 80], ACK));
    send(one, tcp(one, two, [5001, 80], SYN));
    send(one, tcp(one, two, [5002, 80], ACK));
    expect(await two.heard()).toEqual([tcp(one, two, [5000, 80], ACK)]);
  });

  it('lets connections of machines that it was given go on as far as rules let them begin, and begins none', async () => {
    const net = new Switch();
    const client = await station(net, NONE, true);
    const server = await station(net, { inbound: [rule('tcp', 80, 80, '10.20.0.0/20')], outbound: null }, true);
    const fresh = await station(net, NONE);
    send(server, tcp(server, client, [80, 5000], ACK));
    expect(await client.heard()).toHaveLength(1);
    send(client, tcp(client, server, [5001, 80], ACK));
    expect(await server.heard()).toHaveLength(1);
    for (const flags of [SYN, ACK]) send(client, tcp(client, server, [5002, 81], flags));
    send(server, tcp(server, client, [80, 5003], SYN));
    send(server, tcp(server, client, [81, 5004], ACK));
    send(fresh, tcp(fresh, server, [5005, 80], ACK));
    expect([...(await client.heard()), ...(await server.heard())]).toEqual([]);
  });

  it('lets out only what outbound rules name, where there are any', async () => {
    const net = new Switch();
    const one = await station(net, { inbound: [], outbound: [rule('tcp', 443, 443, '10.20.0.0/20')] });
    const two = await station(net);
    for (const port of [80, 443]) send(one, tcp(one, two, [5000, port], SYN));
    expect(await two.heard()).toEqual([tcp(one, two, [5000, 443], SYN)]);
    one.port.restrict({ inbound: [], outbound: [] });
    send(one, tcp(one, two, [5001, 443], SYN));
    expect(await two.heard()).toEqual([]);
  });

  it('hears a machine only under its own addresses, and nobody before the first rules', async () => {
    const net = new Switch();
    const [one, two, closed] = [await station(net), await station(net), await station(net, null)];
    send(one, tcp({ ...one, ip: '10.20.9.9' }, two, [5000, 80], SYN));
    send(one, tcp({ ...one, mac: '52:54:00:00:00:ff' }, two, [5000, 80], SYN));
    send(one, arp({ ...one, ip: '10.20.0.1' }, two.ip));
    send(one, tcp(one, closed, [5000, 80], SYN));
    send(closed, tcp(closed, two, [5000, 80], SYN));
    expect([...(await two.heard()), ...(await closed.heard())]).toEqual([]);
    send(one, tcp(one, two, [5000, 80], SYN));
    expect(await two.heard()).toHaveLength(1);
  });

  it('counts what went through, and forgets a machine that is gone', async () => {
    const net = new Switch();
    const [one, two] = [await station(net), await station(net)];
    const frame = tcp(one, two, [5000, 80], SYN);
    send(one, frame);
    await two.heard();
    expect(one.port.traffic()).toEqual({ rx: 0, tx: frame.length });
    expect(two.port.traffic()).toEqual({ rx: frame.length, tx: 0 });
    one.leave();
    await two.heard();
    send(two, tcp(two, one, [80, 5000], SYN_ACK));
    await two.heard();
    expect(one.port.traffic().rx).toBe(0);
  });

  it('puts frames together that come in pieces', async () => {
    const net = new Switch();
    const [one, two] = [await station(net), await station(net)];
    const frame = tcp(one, two, [5000, 80], SYN);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(frame.length);
    const bytes = Buffer.concat([head, frame, head, frame]);
    for (const at of [0, 3, 30, 70]) {
      one.line.write(bytes.subarray(at, { 0: 3, 3: 30, 30: 70 }[at]));
      await turn();
    }
    expect(await two.heard()).toEqual([frame, frame]);
  });
});
