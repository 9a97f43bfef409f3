import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  decode,
  encode,
  type OptAnswer,
  type Packet,
  type Question,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import type { Names } from './registry.ts';

/** Bytes of the longest query that is read (RFC 1035, section 4.2.1). */
export const MAX_QUERY = 512;
/** Bytes of the longest answer by UDP to a client that names no other size, and of any (RFC 6891). */
const [PLAIN_SIZE, EXTENDED_SIZE] = [512, 1232];
/** Bytes of a message's head. */
const HEAD = 12;

/** Response codes (RFC 1035, section 4.1.1). */
const codes = { noError: 0, formError: 1, nameError: 3, notImplemented: 4, refused: 5 } as const;

/** Seconds for which an answer may be kept: a name follows its machine within two. */
const TTL = 1;

/** How a query came, which bounds the answer. */
export type Transport = 'udp' | 'tcp';

/**
 * The answer to a query by the names of a VPC (contract 4.12): A records of known names, nothing of another type for
 * them, nothing for what known names end in (RFC 8020), and NXDOMAIN for every other name, which is asked of nobody.
 * Undefined for what is no query.
 */
export function answerTo(query: Buffer, names: Names, transport: Transport): Buffer | undefined {
  if (query.length < HEAD || query.length > MAX_QUERY || isResponse(query)) return undefined;
  try {
    return replyTo(decode(query), names, transport);
  } catch {
    return encode({ type: 'response', id: query.readUInt16BE(0), flags: codes.formError });
  }
}

const isResponse = (message: Buffer): boolean => (message.readUInt8(2) & 0x80) !== 0;

function replyTo(query: DecodedPacket, names: Names, transport: Transport): Buffer {
  const [question, ...others] = query.questions ?? [];
  const extension = query.additionals?.find((one): one is OptAnswer => one.type === 'OPT');
  const base: Packet = {
    type: 'response',
    id: query.id ?? 0,
    questions: query.questions ?? [],
    additionals: extension ? [ownExtension] : [],
  };
  const flags = AUTHORITATIVE_ANSWER | ((query.flags ?? 0) & RECURSION_DESIRED);
  // The codec's types leave out the name of the operation.
  if ((query as { opcode?: string }).opcode !== 'QUERY') return encode({ ...base, flags: codes.notImplemented });
  if (!question || others.length > 0) return encode({ ...base, flags: codes.formError });
  if (question.class !== 'IN') return encode({ ...base, flags: codes.refused });
  if (!names.has(question.name)) return encode({ ...base, flags: flags | codes.nameError });
  const whole = encode({ ...base, flags, answers: recordsOf(question, names.find(question.name)) });
  const isWhole = transport === 'tcp' || whole.length <= sizeFor(extension);
  return isWhole ? whole : encode({ ...base, flags: flags | TRUNCATED_RESPONSE });
}

const ownExtension: OptAnswer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: EXTENDED_SIZE,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

const sizeFor = (extension: OptAnswer | undefined): number =>
  Math.min(Math.max(extension?.udpPayloadSize ?? PLAIN_SIZE, PLAIN_SIZE), EXTENDED_SIZE);

/** The addresses as records, in an order of chance, so that clients share them out. */
function recordsOf({ name, type }: Question, addresses: readonly string[]): Answer[] {
  // A query for any type is answered with what there is (RFC 8482, section 4.1).
  if (type !== 'A' && (type as string) !== 'ANY') return [];
  return shuffled(addresses).map((data) => ({ type: 'A', class: 'IN', name, ttl: TTL, data }));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
