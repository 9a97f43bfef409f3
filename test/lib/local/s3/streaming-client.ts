import { createHash, createHmac } from 'node:crypto';

/** A body in signed chunks with a signed trailer, and who sends it when. */
export interface Streamed {
  path: string;
  headers: Readonly<Record<string, string>>;
  chunks: readonly Buffer[];
  trailer: readonly [name: string, value: string];
  accessKeyId: string;
  secret: string;
  region: string;
  /** As in X-Amz-Date. */
  at: string;
}

/** What makes up such a request, each signature by itself. */
export interface Signed {
  headers: Record<string, string>;
  seed: string;
  /** One for each chunk, and the last one's, which is empty. */
  chunks: string[];
  trailer: string;
}

/**
 * Signs as Amazon's reference says, "Signature calculations for trailing headers (chunked uploads)". Shares no code
 * with the engine.
 */
export function signStreamed(request: Streamed): Signed {
  const { path, chunks, trailer, accessKeyId, secret, region, at } = request;
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (last, text) => hmac(last, text),
    from(`AWS4${secret}`),
  );
  const headers: Record<string, string> = {
    'content-encoding': 'aws-chunked',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    'x-amz-date': at,
    'x-amz-decoded-content-length': String(chunks.reduce((sum, { length }) => sum + length, 0)),
    'x-amz-trailer': trailer[0],
    ...request.headers,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = `PUT\n${path}\n\n${lines}\n${names.join(';')}\n${headers['x-amz-content-sha256']}`;
  const signatures = [hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha(canonical)}`).toString('hex')];
  const link = (kind: string, text: string) => {
    const signed = `AWS4-HMAC-SHA256-${kind}\n${at}\n${scope}\n${signatures.at(-1)}\n${text}`;
    signatures.push(hmac(key, signed).toString('hex'));
  };
  for (const chunk of [...chunks, Buffer.alloc(0)]) link('PAYLOAD', `${sha('')}\n${sha(chunk)}`);
  link('TRAILER', sha(`${trailer.join(':')}\n`));
  const [seed = '', ...chained] = signatures;
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${seed}`;
  return { headers: { ...headers, authorization }, seed, chunks: chained.slice(0, -1), trailer: chained.at(-1) ?? '' };
}

/**
 * The bytes on the wire. `dialect` is the client's form of line ends: the SDK for Java, as in the reference, or
 * minio-go.
 */
export function wireOf({ chunks, trailer }: Streamed, signed: Signed, dialect: 'java' | 'minio-go' = 'java'): Buffer {
  const framed = [...chunks, Buffer.alloc(0)].map((chunk, index) => {
    const head = `${chunk.length.toString(16)};chunk-signature=${signed.chunks[index]}\r\n`;
    return Buffer.concat([from(head), chunk, from(chunk.length === 0 ? '' : '\r\n')]);
  });
  const end = dialect === 'java' ? '\r\n' : '\n\r\n';
  return Buffer.concat([
    ...framed,
    from(`${trailer.join(':')}${end}x-amz-trailer-signature:${signed.trailer}\r\n\r\n`),
  ]);
}

const from = (text: string): Buffer => Buffer.from(text);
const sha = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
