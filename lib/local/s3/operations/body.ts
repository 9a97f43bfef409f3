import { s3Scope } from '#lib/local/s3/auth/verify.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import { MAX_PUT_BYTES } from '#lib/local/s3/payload/plan.ts';
import { type Received, receive } from '#lib/local/s3/payload/receive.ts';
import type { WrittenBlob } from '#lib/local/s3/store/blob-writer.ts';
import type { ObjectHeaders } from '#lib/local/s3/store/records.ts';
import { parseLargeXml } from '#lib/local/s3/xml/parse.ts';
import type { XmlElement } from '#lib/standards/xml/parse.ts';
import type { BucketCall, Call } from './operation.ts';

/** The longest document that an operation takes: 10,000 parts, or 1,000 keys with every character escaped. */
const MAX_XML = 8 * 1024 * 1024;

/**
 * Writes a request's body to a blob, checks its length, hashes and checksums, and passes it to `publish`. Where
 * anything fails, also in `publish`, nothing is left. With `encryption` it is encrypted.
 */
export async function storeBody<Result>(
  call: BucketCall & Pick<ObjectHeaders, 'encryption'>,
  publish: (blob: WrittenBlob, received: Received) => Promise<Result>,
): Promise<Result> {
  const { engine, plan, request, bucket } = call;
  const writer = engine.store.blobs.writer(call.encryption);
  try {
    const received = await receive(request.body(), writer, { plan, signing: signingOf(call), limit: MAX_PUT_BYTES });
    engine.traffic.count(bucket.id, { ingress: received.size });
    return await publish(await writer.finish(), received);
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    engine.store.blobs.settle(writer.id);
  }
}

/** Reads a request's body as a document. Throws MalformedXML, and the errors of a body. */
export async function readXml(call: Call): Promise<XmlElement> {
  const bytes = await readBytes(call, MAX_XML);
  if (bytes.length === 0) throw new S3Error('MalformedXML');
  return parseLargeXml(bytes.toString('utf8'));
}

/** Reads a small body. */
export async function readBytes(call: Call, limit: number): Promise<Buffer> {
  const { plan, request } = call;
  const gathered: Buffer[] = [];
  const sink = { write: (bytes: Buffer) => void gathered.push(bytes) };
  if ((plan.length ?? 0) > limit)
    throw new S3Error('MaxMessageLengthExceeded', { details: { MaxMessageLengthBytes: limit } });
  await receive(request.body(), sink, { plan, signing: signingOf(call), limit });
  return Buffer.concat(gathered);
}

function signingOf({ signer, engine }: Call) {
  if (!signer) return undefined;
  const { date, timestamp, signature } = signer.signature;
  return { sign: signer.sign, timestamp, scope: s3Scope(date, engine.region), seed: signature };
}
