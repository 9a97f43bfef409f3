import type { Duplex } from 'node:stream';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { NetBytes } from '#lib/runtime/metering/processes.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { compileFilter, type Filter, Flows, IDLE_MS } from './flows.ts';
import { BROADCAST, type Flow, type Frame, readFrame } from './frames.ts';

/** Bytes of the length before each frame on a stream (QEMU, -netdev stream). */
const HEAD = 4;
const LONGEST = 65_550;
/** Most bytes that wait for a machine that does not read. Further frames are dropped, as on a real network. */
const MOST_WAITING = 4 * 1024 * 1024;

/** A machine's connection to its network. */
export interface Port {
  /** Bytes since the machine was connected, as the machine counts them. */
  traffic(): NetBytes;
  /** Changes the firewall for new flows at once. Flows that were let through stay. */
  restrict(firewall: MachineSpec['firewall']): void;
}

interface Joining {
  readonly spec: MachineSpec;
  readonly mac: string;
  readonly isLeft?: boolean;
}

interface Member {
  readonly mac: string;
  readonly address: string;
  readonly line: Duplex;
  /** Until when its flows may have begun before it was connected here. */
  readonly mayGoOn: number;
  filter: Filter;
  rx: number;
  tx: number;
}

/**
 * A private network's switch. It forwards a machine's frames only from the machine's own hardware and IP address, only
 * to members, and only as far as both machines' rules allow. It forwards IPv4 and ARP, and drops everything else, and
 * every later fragment of a packet.
 */
export class Switch {
  readonly #members = new Map<string, Member>();
  readonly #flows = new Flows();

  /**
   * Connects a machine until its line closes. No frame passes before its first `restrict`. One that `isLeft` had a
   * switch before this one.
   */
  join(line: Duplex, { spec, mac, isLeft = false }: Joining): Port {
    const nothing = compileFilter({ inbound: [], outbound: [] });
    const mayGoOn = isLeft ? performance.now() + IDLE_MS.tcp : 0;
    const member: Member = { mac, address: spec.private_ip, line, mayGoOn, filter: nothing, rx: 0, tx: 0 };
    this.#members.set(mac, member);
    line.on('error', ignore);
    line.once('close', () => {
      if (this.#members.get(mac) === member) this.#members.delete(mac);
      this.#flows.forget(member.address);
    });
    line.on(
      'data',
      framesOf((data) => this.#take(member, data)),
    );
    return {
      traffic: () => ({ rx: member.rx, tx: member.tx }),
      restrict: (firewall) => {
        member.filter = compileFilter(firewall);
      },
    };
  }

  /** Whether no machine is connected. */
  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  #take(from: Member, data: Buffer): void {
    from.tx += data.length;
    const frame = readFrame(data);
    if (!frame || frame.from !== from.mac || frame.source !== from.address) return;
    for (const to of this.#receivers(frame)) {
      if (to !== from && this.#passes(frame, from, to)) send(to, data);
    }
  }

  #receivers({ to }: Frame): readonly Member[] {
    if (to === BROADCAST) return [...this.#members.values()];
    const member = this.#members.get(to);
    return member ? [member] : [];
  }

  #passes({ kind, flow, target }: Frame, from: Member, to: Member): boolean {
    if (kind === 'arp') return target === to.address;
    if (kind !== 'ipv4' || !flow || target !== to.address) return false;
    if (this.#flows.knows(flow, from.address, to.address)) return true;
    if (flow.begins ? !admits(flow, from, to) : !goesOn(flow, from, to)) return false;
    this.#flows.add(flow, from.address, to.address);
    return true;
  }
}

const admits = (flow: Flow, from: Member, to: Member): boolean =>
  from.filter.outbound(flow, to.address) && to.filter.inbound(flow, from.address);

/**
 * Whether a packet may belong to a connection that an earlier switch has let through, by the rules of now. It cannot
 * begin one.
 */
function goesOn(flow: Flow, from: Member, to: Member): boolean {
  if (flow.protocol !== 'tcp' || performance.now() > Math.min(from.mayGoOn, to.mayGoOn)) return false;
  const back = { ...flow, fromPort: flow.toPort, toPort: flow.fromPort };
  return admits(flow, from, to) || admits(back, to, from);
}

function send(to: Member, data: Buffer): void {
  if (to.line.destroyed || to.line.writableLength > MOST_WAITING) return;
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(data.length);
  to.line.write(Buffer.concat([head, data]));
  to.rx += data.length;
}

/** Cuts a stream into frames. */
function framesOf(take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= HEAD) {
      const length = rest.readUInt32BE(0);
      // QEMU never sends such a length. The rest of the stream cannot be parsed.
      if (length > LONGEST) rest = Buffer.alloc(0);
      if (rest.length < HEAD + length) return;
      take(rest.subarray(HEAD, HEAD + length));
      rest = rest.subarray(HEAD + length);
    }
  };
}
