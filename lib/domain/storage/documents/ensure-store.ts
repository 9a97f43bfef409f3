import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { newBucketKey, withdrawUnlessStored } from '#lib/domain/storage/bucket-keys/record.ts';
import { callEngine, engine, isRefusal } from '#lib/domain/storage/buckets/engine.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { type DocumentBucketStore, documentBucketName } from '#lib/drivers/documents/store.ts';
import { engineName } from '#lib/drivers/objects/open.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { transact } from '#lib/store/platform/write.ts';
import { putBucketKey } from '#lib/store/storage/bucket-keys.ts';
import {
  chooseDocumentBucket,
  type DocumentBucket,
  getDocumentBucket,
  keyDocumentBucket,
} from '#lib/store/storage/buckets.ts';
import { open, openStore } from './store.ts';

/** Opens the store of documents, and creates it first where there is none. Repeated and parallel calls create one. */
export async function ensureStore(): Promise<DocumentBucketStore> {
  const name = engineName() ?? '';
  return openStore(name) ?? retryOnConflict(async () => open(await keyed(await chosen(name))));
}

async function chosen(name: string): Promise<DocumentBucket> {
  const found = await getDocumentBucket(name);
  if (found) return found;
  const bucket = { engine: name, name: documentBucketName(engine().bucketPrefix) };
  await transact(chooseDocumentBucket(bucket));
  return bucket;
}

async function keyed(bucket: DocumentBucket): Promise<DocumentBucket> {
  const { name } = bucket;
  await callEngine((engine) => engine.createBucket({ name })).catch((error: unknown) => {
    if (!isRefusal(error, 'bucket_exists')) throw error;
  });
  if (bucket.access_key_id !== undefined) return bucket;
  const context = systemContext(platformAccount, civilNow());
  const key = await newBucketKey(context, name, { name: 'documents', permission: 'readwrite', hidden: true });
  const { access_key_id } = key.record;
  await withdrawUnlessStored(key.record, () =>
    transact([keyDocumentBucket(bucket, access_key_id), putBucketKey(key.record)]),
  );
  return { ...bucket, access_key_id };
}
