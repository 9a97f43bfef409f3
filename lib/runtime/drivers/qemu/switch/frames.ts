/** The fields of an Ethernet frame that a switch reads (IEEE 802.3, RFC 826, RFC 791). */
export interface Frame {
  readonly to: string;
  readonly from: string;
  readonly kind: 'arp' | 'ipv4' | 'other';
  readonly source: string;
  readonly target: string;
  readonly flow: Flow | null;
}

/**
 * The fields of a packet that rules and flow tracking use; `begins` is false for a packet that can only be an answer.
 */
export interface Flow {
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other';
  readonly fromPort: number;
  readonly toPort: number;
  readonly begins: boolean;
}

export const BROADCAST = 'ff:ff:ff:ff:ff:ff';

const ETHERNET = 14;
const KINDS: Readonly<Record<number, 'arp' | 'ipv4'>> = { 2054: 'arp', 2048: 'ipv4' };
const PROTOCOLS: Readonly<Record<number, Flow['protocol']>> = { 1: 'icmp', 6: 'tcp', 17: 'udp' };
const ECHO_REQUEST = 8;
const SYN_AND_ACK = 0x12;
const SYN = 0x02;

/** Parses a frame; null when it is not a valid one. */
export function readFrame(data: Buffer): Frame | null {
  if (data.length < ETHERNET) return null;
  const kind = KINDS[data.readUInt16BE(12)] ?? 'other';
  const ends = { to: macAt(data, 0), from: macAt(data, 6) };
  if (kind === 'arp' && data.length >= ETHERNET + 28) {
    return {
      ...ends,
      kind,
      source: addressAt(data, ETHERNET + 14),
      target: addressAt(data, ETHERNET + 24),
      flow: null,
    };
  }
  if (kind === 'ipv4' && data.length >= ETHERNET + 20) {
    const source = addressAt(data, ETHERNET + 12);
    return { ...ends, kind, source, target: addressAt(data, ETHERNET + 16), flow: readFlow(data.subarray(ETHERNET)) };
  }
  return { ...ends, kind: 'other', source: '', target: '', flow: null };
}

/** Null for a packet that is cut short, and for a later fragment, whose ports are not known. */
function readFlow(packet: Buffer): Flow | null {
  const header = (packet.readUInt8(0) & 0x0f) * 4;
  const isLaterPart = (packet.readUInt16BE(6) & 0x1fff) !== 0;
  const protocol = PROTOCOLS[packet.readUInt8(9)] ?? 'other';
  const body = packet.subarray(header);
  if (isLaterPart || header < 20) return null;
  if (protocol === 'tcp') {
    if (body.length < 20) return null;
    const begins = (body.readUInt8(13) & SYN_AND_ACK) === SYN;
    return { protocol, fromPort: body.readUInt16BE(0), toPort: body.readUInt16BE(2), begins };
  }
  if (protocol === 'udp') {
    if (body.length < 8) return null;
    return { protocol, fromPort: body.readUInt16BE(0), toPort: body.readUInt16BE(2), begins: true };
  }
  if (protocol === 'icmp') {
    if (body.length < 8) return null;
    // Both directions of an echo carry the same identifier.
    const id = body.readUInt16BE(4);
    return { protocol, fromPort: id, toPort: id, begins: body.readUInt8(0) === ECHO_REQUEST };
  }
  return { protocol, fromPort: 0, toPort: 0, begins: true };
}

const macAt = (data: Buffer, at: number): string => data.toString('hex', at, at + 6).replace(/(..)(?!$)/g, '$1:');

const addressAt = (data: Buffer, at: number): string => [...data.subarray(at, at + 4)].join('.');
