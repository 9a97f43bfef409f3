import { platformAccount } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, update, type Write } from '#lib/store/platform/write.ts';

/** The bucket of the platform's own that documents are kept in, one at each engine that the deployment has had. */
export interface DocumentBucket {
  engine: string;
  name: string;
  /** The hidden key that documents are put, and links to them signed with; absent until the engine has the bucket. */
  access_key_id?: string;
}

export const getDocumentBucket = (engine: string) => get<DocumentBucket>(keys.documentBucket(engine));

/** Chooses the bucket of an engine, if nobody has; its name is no account's from then on. */
export const chooseDocumentBucket = ({ engine, name }: DocumentBucket): Write[] => [
  create({ ...keys.documentBucket(engine), engine, name }),
  create({ ...keys.bucketName(name), name, account_id: platformAccount, uid: name }),
];

/** Notes that the engine has the bucket, and its key; stale where it has another by now. */
export const keyDocumentBucket = ({ engine }: DocumentBucket, access_key_id: string): Write =>
  update(keys.documentBucket(engine), { set: { access_key_id } }, [['access_key_id', 'absent']]);
