import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { S3Error } from '#lib/local/s3/errors.ts';
import { ChunkDecoder, type ChunkSigning } from '#lib/local/s3/payload/chunked.ts';

const signing: ChunkSigning = {
  sign: (text) => createHmac('sha256', 'key').update(text).digest('hex'),
  timestamp: '20261121T041000Z',
  scope: '20261121/in-mum/s3/aws4_request',
  seed: 'a'.repeat(64),
};

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** A framed body, as a client that signs its chunks sends it. */
function framed(chunks: readonly Buffer[], { signed = true, trailer = '' } = {}): Buffer {
  let previous = signing.seed;
  const link = (kind: string, text: string) => {
    previous = signing.sign(`AWS4-HMAC-SHA256-${kind}\n${signing.timestamp}\n${signing.scope}\n${previous}\n${text}`);
    return previous;
  };
  const parts = [...chunks, Buffer.alloc(0)].map((chunk) => {
    const signature = signed ? `;chunk-signature=${link('PAYLOAD', `${sha('')}\n${sha(chunk)}`)}` : '';
    const end = chunk.length === 0 && trailer ? '' : '\r\n';
    return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}${signature}\r\n`), chunk, Buffer.from(end)]);
  });
  if (trailer) {
    parts.push(Buffer.from(`${trailer}\r\n`));
    if (signed) parts.push(Buffer.from(`x-amz-trailer-signature:${link('TRAILER', sha(`${trailer}\n`))}\r\n`));
    parts.push(Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}

/** The same with its trailer as minio-go writes it. */
const byMinioGo = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replace(/(x-amz-checksum-crc32:[^\r]*)\r\n/, '$1\n\r\n'), 'latin1');

const chunks = [Buffer.from('0123456789'), Buffer.from('\r\n0\r\n\r\n'), Buffer.from('z')];
const whole = Buffer.concat(chunks);

function decode(pieces: readonly Buffer[], options: { length?: number; trailer?: boolean; signed?: boolean } = {}) {
  const { length = whole.length, trailer = false, signed = true } = options;
  const decoder = new ChunkDecoder({ length, trailer, signing: signed ? signing : undefined });
  const data = Buffer.concat(pieces.flatMap((piece) => decoder.push(piece)));
  decoder.end();
  return { data, trailers: decoder.trailers };
}

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as S3Error).code;
  }
  return 'none';
};

const trailer = 'x-amz-checksum-crc32:AAAAAA==';
const asFramed = (body: Buffer): Buffer => body;
const forms = [
  { name: 'signed', signed: true, trailer: '', written: asFramed },
  { name: 'signed, with a trailer', signed: true, trailer, written: asFramed },
  { name: 'unsigned, with a trailer', signed: false, trailer, written: asFramed },
  { name: 'signed, with a trailer of minio-go', signed: true, trailer, written: byMinioGo },
  { name: 'unsigned, with a trailer of minio-go', signed: false, trailer, written: byMinioGo },
];

it.each(forms)('gives the data and nothing else, wherever the body is split: $name', ({ signed, trailer, written }) => {
  const body = written(framed(chunks, { signed, trailer }));
  const options = { signed, trailer: trailer !== '' };
  for (let first = 0; first <= body.length; first += 1) {
    expect(decode([body.subarray(0, first), body.subarray(first)], options).data).toEqual(whole);
  }
  const bytes = [...body].map((byte) => Buffer.from([byte]));
  expect(decode(bytes, options).data).toEqual(whole);
  expect([...decode([body], options).trailers]).toEqual(trailer ? [['x-amz-checksum-crc32', 'AAAAAA==']] : []);
});

it.each(forms.slice(0, 3))('refuses a body that was cut off, at every byte: $name', ({ signed, trailer }) => {
  const body = framed(chunks, { signed, trailer });
  for (let length = 0; length < body.length; length += 1) {
    expect(codeOf(() => decode([body.subarray(0, length)], { signed, trailer: trailer !== '' }))).toBe(
      'IncompleteBody',
    );
  }
});

it.each([
  ['as the reference has it', asFramed],
  ['of minio-go', byMinioGo],
])('refuses a signed body with a trailer %s that was cut off or has another bit, anywhere', (_, written) => {
  const body = written(framed(chunks, { trailer }));
  const taken: string[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] as number) ^ 1;
    if (codeOf(() => decode([changed], { trailer: true })) === 'none') taken.push(`changed at ${at}`);
    if (codeOf(() => decode([body.subarray(0, at)], { trailer: true })) === 'none') taken.push(`cut at ${at}`);
  }
  expect(taken).toEqual([]);
});

it('refuses chunks that are longer or shorter together than was said, and data behind the last', () => {
  const body = framed(chunks);
  expect(codeOf(() => decode([body], { length: whole.length - 1 }))).toBe('IncompleteBody');
  expect(codeOf(() => decode([body], { length: whole.length + 1 }))).toBe('IncompleteBody');
  expect(codeOf(() => decode([body, Buffer.from('x')]))).toBe('IncompleteBody');
});

it('refuses chunks out of order, a missing signature, and heads without end', () => {
  const [a, b] = [framed([chunks[0] as Buffer]), framed([chunks[1] as Buffer])];
  const first = a.subarray(0, a.indexOf('0;chunk', 1));
  expect(codeOf(() => decode([Buffer.concat([first, b])], { length: 17 }))).toBe('SignatureDoesNotMatch');
  expect(codeOf(() => decode([framed(chunks, { signed: false })]))).toBe('SignatureDoesNotMatch');
  expect(codeOf(() => decode([Buffer.alloc(5000, 0x30)]))).toBe('IncompleteBody');
  expect(codeOf(() => decode([Buffer.from('ffffffffffffffff\r\n')], { signed: false }))).toBe('IncompleteBody');
});
