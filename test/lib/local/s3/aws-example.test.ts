import { expect, it } from 'vitest';
import { verifyRequest } from '#lib/local/s3/auth/verify.ts';
import { ChunkDecoder } from '#lib/local/s3/payload/chunked.ts';
import { hmac } from '#lib/standards/sigv4/core.ts';
import { signingKey } from '#lib/standards/sigv4/signing-key.ts';

/* The example of Amazon's reference, "Transferring Payload in Multiple Chunks (Chunked Upload)". */
const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9';
const timestamp = '20130524T000000Z';
const chunks = [
  [65_536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'],
  [1024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'],
  [0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'],
] as const;
const rules = {
  region: 'us-east-1',
  service: 's3',
  skewSeconds: 900,
  maxExpiresSeconds: 0,
  unsignedHeaders: new Set<string>(),
};

it('proves the seed signature', async () => {
  const headers = {
    host: 's3.amazonaws.com',
    'x-amz-date': timestamp,
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'content-encoding': 'aws-chunked',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-decoded-content-length': '66560',
    'content-length': '66824',
  };
  const signedAt = new Date('2013-05-24T00:00:00Z');
  const sent = {
    form: 'header' as const,
    accessKeyId,
    date: '20130524',
    timestamp,
    signedAt,
    expires: undefined,
    signedHeaders: Object.keys(headers).sort(),
    signature: seed,
  };
  const request = { method: 'PUT', path: '/examplebucket/chunkObject.txt', rawQuery: '', headers };
  const key = { secret, bucket: null, permission: 'owner' as const, status: 'active' as const };
  const context = { keys: { lookup: async () => key }, region: 'us-east-1', now: () => signedAt };
  const signer = await verifyRequest(sent, request, headers['x-amz-content-sha256'], context);
  expect(signer.accessKeyId).toBe(accessKeyId);
  const other = verifyRequest(
    sent,
    { ...request, path: '/examplebucket/other.txt' },
    headers['x-amz-content-sha256'],
    context,
  );
  await expect(other).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
});

it('proves the chunks', () => {
  const key = signingKey(accessKeyId, secret, '20130524', rules);
  const sign = (text: string) => hmac(key, text).toString('hex');
  const signing = { sign, timestamp, scope: '20130524/us-east-1/s3/aws4_request', seed };
  const decoder = new ChunkDecoder({ length: 66_560, trailer: false, signing });
  const data = chunks.flatMap(([size, signature]) =>
    decoder.push(Buffer.from(`${size.toString(16)};chunk-signature=${signature}\r\n${'a'.repeat(size)}\r\n`)),
  );
  decoder.end();
  expect(Buffer.concat(data).equals(Buffer.alloc(66_560, 'a'))).toBe(true);
});
