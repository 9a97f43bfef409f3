import { decode, encode, type Packet, type RecordType } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { answerTo } from '#lib/runtime/names/answer.ts';
import { internalName, Names } from '#lib/runtime/names/registry.ts';

const names = new Names();
names.set('i-1', [internalName('db'), 'vm-1.vm.localhost'], '10.0.0.5');
names.set('i-2', [internalName('web')], '10.0.0.6');
names.set('i-3', [internalName('WEB')], '10.0.0.7');
names.set('i-4', [internalName('api'), internalName('s3'), internalName('mine.s3')], '10.0.0.8');
for (let i = 0; i < 100; i++) names.set(`crowd-${i}`, [internalName('crowd')], `10.0.1.${i}`);

const question = (name: string, type: RecordType = 'A', more: Packet = {}) =>
  encode({ type: 'query', id: 7, flags: 0x100, questions: [{ name, type, class: 'IN' }], ...more });

const ask = (query: Buffer, transport: 'udp' | 'tcp' = 'udp') => {
  const answer = answerTo(query, names, transport);
  if (!answer) return undefined;
  const { rcode, flag_aa, flag_rd, flag_ra, flag_tc, answers, id } = decode(answer) as ReturnType<typeof decode> & {
    rcode: string;
  };
  const data = answers?.map((one) => ('data' in one ? one.data : null)).sort();
  return { id, rcode, data, flags: { aa: flag_aa, rd: flag_rd, ra: flag_ra, tc: flag_tc } };
};

const extension = (udpPayloadSize: number): Packet => ({
  additionals: [
    {
      type: 'OPT',
      name: '.',
      udpPayloadSize,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    },
  ],
});

describe('names of a VPC', () => {
  it('lead to private addresses, whatever their case', () => {
    const flags = { aa: true, rd: true, ra: false, tc: false };
    expect(ask(question('db.internal'))).toEqual({ id: 7, rcode: 'NOERROR', data: ['10.0.0.5'], flags });
    expect(ask(question('DB.Internal'))).toMatchObject({ data: ['10.0.0.5'] });
    expect(ask(question('vm-1.vm.localhost'))).toMatchObject({ data: ['10.0.0.5'] });
  });

  it('are all of those that bear one, in an order of chance', () => {
    expect(ask(question('web.internal'))).toMatchObject({ data: ['10.0.0.6', '10.0.0.7'] });
    const first = () => {
      const [answer] = decode(answerTo(question('crowd.internal'), names, 'tcp') as Buffer).answers ?? [];
      return answer && 'data' in answer ? answer.data : undefined;
    };
    expect(new Set(Array.from({ length: 40 }, first)).size).toBeGreaterThan(1);
  });

  it('have no records of other types', () => {
    expect(ask(question('db.internal', 'AAAA'))).toMatchObject({ rcode: 'NOERROR', data: [] });
    expect(ask(question('db.internal', 'TXT'))).toMatchObject({ rcode: 'NOERROR', data: [] });
  });

  it.each(['internal', 'INTERNAL', 'vm.localhost', 'localhost', '.'])('have above them %s, which is there', (name) => {
    expect(ask(question(name))).toMatchObject({ rcode: 'NOERROR', data: [] });
  });

  it('answer a query for any type with their addresses', () => {
    expect(ask(question('db.internal', 'ANY' as RecordType))).toMatchObject({ rcode: 'NOERROR', data: ['10.0.0.5'] });
  });

  it.each(['example.com', 'ernal', 'db', 'x.db.internal', 'nothing.internal', 'secret.evil.example'])(
    'are all that is known: not %s',
    (name) => {
      expect(ask(question(name))).toMatchObject({ rcode: 'NXDOMAIN', data: [] });
    },
  );

  it.each(['api.internal', 's3.internal', 'mine.s3.internal'])(
    'never give a machine that of the platform: %s',
    (name) => {
      expect(ask(question(name))).toMatchObject({ rcode: 'NXDOMAIN' });
    },
  );

  it('are asked for again by TCP where the answer is too long', () => {
    expect(ask(question('crowd.internal'))).toMatchObject({ data: [], flags: { tc: true } });
    expect(ask(question('crowd.internal'), 'tcp')?.data).toHaveLength(100);
    const few = new Names();
    for (let i = 0; i < 40; i++) few.set(`${i}`, ['few.internal'], `10.0.2.${i}`);
    const size = (query: Buffer) => decode(answerTo(query, few, 'udp') as Buffer).answers?.length;
    expect(size(question('few.internal'))).toBe(0);
    expect(size(question('few.internal', 'A', extension(1232)))).toBe(40);
  });

  it('follow their owner, and go with it', () => {
    const own = new Names();
    own.set('i-1', ['a.internal'], '10.0.0.1');
    own.set('i-2', ['a.internal'], '10.0.0.2');
    own.set('i-1', ['b.internal'], '10.0.0.1');
    expect([own.find('a.internal'), own.find('b.internal')]).toEqual([['10.0.0.2'], ['10.0.0.1']]);
    own.remove('i-1');
    own.remove('i-2');
    own.remove('i-2');
    expect([own.find('a.internal'), own.find('b.internal')]).toEqual([[], []]);
  });
});

describe('what is no good question', () => {
  const base = question('db.internal');
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(base);
    change(bytes);
    return bytes;
  };

  it('gets no answer where it is none: too short, too long, or an answer itself', () => {
    expect(ask(Buffer.alloc(0))).toBeUndefined();
    expect(ask(base.subarray(0, 11))).toBeUndefined();
    expect(ask(Buffer.concat([base, Buffer.alloc(513)]))).toBeUndefined();
    expect(ask(changed((bytes) => bytes.writeUInt8(0x81, 2)))).toBeUndefined();
  });

  it.each([
    ['FORMERR', 'is cut off', base.subarray(0, 20)],
    ['FORMERR', 'has no question', changed((bytes) => bytes.writeUInt16BE(0, 4))],
    ['FORMERR', 'names more questions than it has', changed((bytes) => bytes.writeUInt16BE(65_535, 4))],
    ['FORMERR', 'names more records than it has', changed((bytes) => bytes.writeUInt16BE(65_535, 10))],
    ['FORMERR', 'has a name that points to itself', changed((bytes) => bytes.writeUInt16BE(0xc00c, 12))],
    ['NOTIMP', 'is an update', changed((bytes) => bytes.writeUInt8(0x29, 2))],
    ['REFUSED', 'is of another class', changed((bytes) => bytes.writeUInt16BE(3, bytes.length - 2))],
  ])('gets %s where it %s', (rcode, _what, query) => {
    expect(ask(query)).toMatchObject({ rcode, id: 7 });
  });

  it('never throws, whatever bytes come', () => {
    for (let seed = 1; seed < 3_000; seed++) {
      const bytes = changed((copy) => {
        for (let i = 0; i < 1 + (seed % 5); i++) copy[(seed * 31 + i * 7) % copy.length] = (seed * 17 + i * 13) % 256;
      });
      expect(() => answerTo(bytes, names, seed % 2 ? 'udp' : 'tcp')).not.toThrow();
    }
  });
});
