import { engine } from '#lib/domain/storage/buckets/engine.ts';
import { bucketDocuments, type DocumentBucketStore, type DocumentStorage } from '#lib/drivers/documents/store.ts';
import { engineAuthority, engineName } from '#lib/drivers/objects/open.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';
import { tableName } from '#lib/store/platform/client.ts';
import { bucketKeySecret, getBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { type DocumentBucket, getDocumentBucket } from '#lib/store/storage/buckets.ts';

interface Opened {
  store?: DocumentBucketStore & { table: string };
}

const opened = perGeneration((): Opened => ({}));

/** The store of this engine, if this process has already opened it. */
export function openStore(name: string): DocumentBucketStore | undefined {
  const { store } = opened();
  return store?.engine === name && store.table === tableName() ? store : undefined;
}

/** Opens the store of documents. Undefined before the first document, and in a deployment without object storage. */
async function documents(): Promise<DocumentBucketStore | undefined> {
  if (!hasEngine()) return undefined;
  const name = engineName() ?? '';
  const bucket = openStore(name) ? undefined : await getDocumentBucket(name);
  return bucket?.access_key_id === undefined ? openStore(name) : open(bucket);
}

/** Whether the deployment has a usable engine. Without one an invoice is shown without its document. */
function hasEngine(): boolean {
  try {
    return engineName() !== undefined;
  } catch {
    return false;
  }
}

/** The access of invoices to the store of documents. */
export const documentStorage: DocumentStorage = { hasEngine, documents };

/** Opens the store in a bucket whose key exists. */
export async function open({
  engine: name,
  name: bucket,
  access_key_id = '',
}: DocumentBucket): Promise<DocumentBucketStore> {
  const key = await getBucketKey(access_key_id);
  if (!key) throw new Error(`the key ${access_key_id} of the documents' bucket ${bucket} is gone`);
  const secretKey = await secretBox.open(key.secret, bucketKeySecret(key));
  const { endpoint } = engine();
  const place = { bucket, accessKeyId: access_key_id, secretKey, endpoint, authority: engineAuthority };
  const store = { ...bucketDocuments(place), engine: name, bucket, table: tableName() };
  opened().store = store;
  return store;
}
