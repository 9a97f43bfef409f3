import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketDocuments, documentBucketName } from '#lib/drivers/documents/store.ts';
import { type TestEngine, testEngine } from '#test/lib/local/s3/engine.ts';
import { selfSigned } from '#test/support/http/certificate.ts';

/*
 * Over https, with a certificate that only this test trusts. The other cases are in
 * test/lib/domain/billing/invoices/store.test.ts.
 */

const { cert, key } = selfSigned();
const path = 'invoices/482910337451/inv-01kanx7m3v5q8w2c4d6f7g9h1j.pdf';
let s3: TestEngine;
beforeAll(async () => {
  s3 = await testEngine({ tls: { cert, key } });
  await s3.engine.admin.createBucket({ name: 'documents' });
});
afterAll(() => s3.close());

const storeOf = (ca?: string, bucket = 'documents') => {
  const { endpoint } = s3.engine.admin;
  const own = { accessKeyId: 'OWNER', secretKey: 'owner-secret' };
  return bucketDocuments({ bucket, ...own, endpoint, authority: async () => ca });
};

test('documents are stored where the certificate is from the authority that is trusted, and nowhere else', async () => {
  await storeOf(cert).put(path, Buffer.from('%PDF-'));
  expect((await s3.engine.admin.listObjects('documents')).objects).toMatchObject([{ key: path, size: 5 }]);
  await expect(storeOf().put(path, Buffer.from('%PDF-'))).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect((await storeOf(cert).link(path, 'SV-1.pdf', 60)).url).toMatch(`${s3.engine.endpoint}/documents/${path}?`);
});

test('what the store refuses is told by its code', async () => {
  await expect(storeOf(cert, 'absent').put(path, Buffer.from(''))).rejects.toThrow(
    `${path} is not stored: 404 NoSuchBucket`,
  );
});

test('no two buckets have one name, and each begins as it must', () => {
  const names = Array.from({ length: 100 }, () => documentBucketName('own-'));
  expect(new Set(names).size).toBe(100);
  expect(names.filter((name) => !/^own-documents-[0-9a-f]{24}$/.test(name))).toEqual([]);
});
