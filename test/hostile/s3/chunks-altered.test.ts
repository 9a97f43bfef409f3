import { expect, test } from 'vitest';
import { sha256, signedHeaders, signText, stamp } from './support/sign.ts';
import { stage } from './support/stage.ts';

const { raw, makes } = stage();
const pieces = ['first piece ', 'second piece'];
const scope = () => `${stamp().slice(0, 8)}/in-mum/s3/aws4_request`;

interface Chunk {
  data: string;
  signature: string;
}

/** The head and the chunks of an upload of which every chunk is signed. */
function upload(): { head: Record<string, string>; chunks: Chunk[] } {
  const headers = { 'x-amz-decoded-content-length': String(pieces.join('').length), 'content-encoding': 'aws-chunked' };
  const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const head = signedHeaders({
    method: 'PUT',
    target: '/mine/new',
    keyId: 'BOTH',
    secret: 'BOTH-secret',
    headers,
    payload,
  });
  let previous = /Signature=(\w+)/.exec(head.authorization ?? '')?.[1] ?? '';
  const chunks = [...pieces, ''].map((data) => {
    const text = `AWS4-HMAC-SHA256-PAYLOAD\n${head['x-amz-date']}\n${scope()}\n${previous}\n${sha256('')}\n${sha256(data)}`;
    previous = signText('BOTH-secret', scope(), text);
    return { data, signature: previous };
  });
  return { head, chunks };
}

const send = (head: Record<string, string>, chunks: Chunk[]) => {
  const body = chunks
    .map(({ data, signature }) => `${data.length.toString(16)};chunk-signature=${signature}\r\n${data}\r\n`)
    .join('');
  const all = { ...head, 'content-length': String(body.length), connection: 'close' };
  return raw(
    `PUT /mine/new HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
};

test('an upload in signed chunks is taken as it was signed', async () => {
  const { head, chunks } = upload();
  makes('mine/new');
  expect((await send(head, chunks)).status).toBe(200);
});

const alterations: Record<string, (chunks: Chunk[]) => Chunk[]> = {
  'other data': ([first, ...rest]) => [{ ...(first as Chunk), data: 'forged piece' }, ...rest],
  'its chunks in another order': ([first, second, ...rest]) => [second as Chunk, first as Chunk, ...rest],
  'a chunk twice': ([first, ...rest]) => [first as Chunk, first as Chunk, ...rest],
  'a chunk less': ([, ...rest]) => rest,
  'no last chunk': (chunks) => chunks.slice(0, -1),
  'the end after the first chunk': ([first, , last]) => [first as Chunk, last as Chunk],
  'no signatures': (chunks) => chunks.map(({ data }) => ({ data, signature: '' })),
  'the signature of another chunk': ([first, second, last]) => [
    first as Chunk,
    { ...(second as Chunk), signature: (first as Chunk).signature },
    last as Chunk,
  ],
  'a last chunk of another upload': ([first, second]) => [
    first as Chunk,
    second as Chunk,
    { data: '', signature: '0'.repeat(64) },
  ],
};

test.each(Object.entries(alterations))('an upload in signed chunks is given %s', async (_, alter) => {
  const { head, chunks } = upload();
  const seen = await send(head, alter(chunks));
  expect(['SignatureDoesNotMatch', 'IncompleteBody']).toContain(seen.code);
});

test('an upload in signed chunks is said to have none that is signed', async () => {
  const { head, chunks } = upload();
  const altered = { ...head, 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
  expect((await send(altered, chunks)).status).toBe(403);
});

test('an upload in signed chunks is said to be longer', async () => {
  const { head, chunks } = upload();
  const seen = await send({ ...head, 'x-amz-decoded-content-length': '100' }, chunks);
  expect(seen).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
});
