import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { imageRecord } from './images.entity.ts';

export type ImageRecord = Stored<typeof imageRecord>;

const keyOf = (account: string, id: string) => keys.listed(account, 'image', id);

export const getImage = (account: string, id: string) => get(keyOf(account, id));

/** Every image of an account, oldest first. The quota keeps them few. */
export const allImages = (account: string) => queryAll({ pk: keyOf(account, '').pk });

/** An account's images on a host. */
export const imagesOn = (account: string, host: string): Promise<ImageRecord[]> =>
  queryAll({ pk: keyOf(account, '').pk, filter: [['host_id', '=', host]] });

const itemOf = (record: ImageRecord) => ({
  // The spread record comes first, since its index keys are those of the time when it was read.
  ...record,
  ...keyOf(record.account_id, record.id),
  ...nameIndex(record.account_id, 'image', record.name, record.id),
});

export const createImage = (record: ImageRecord): Write => changing('image', undefined, record, create(itemOf(record)));

/** Changes a record. Stale where it was changed, or something began to use it, since it was read. */
export const changeImage = (record: ImageRecord, next: ImageRecord): Write =>
  changing(
    'image',
    record,
    next,
    put(itemOf({ ...next, version: record.version + 1 }), [
      ['version', '=', record.version],
      ['uses', '=', record.uses],
    ]),
  );

/** Notes a use, and that another host pulls the image. Stale where something else began to use it meanwhile. */
export const copyImage = ({ account_id, id, uses, copies = [] }: ImageRecord, host: string): Write =>
  update(keyOf(account_id, id), { set: { copies: [...copies, host] }, add: { uses: 1 } }, [
    ['status', '=', 'available'],
    ['uses', '=', uses],
  ]);

export const removeImage = (record: ImageRecord): Write =>
  changing('image', record, undefined, remove(keyOf(record.account_id, record.id), [['version', '=', record.version]]));

/**
 * Stores the progress of an image's creation. Throws what `refuse` returns where another operation holds it, or where
 * the stored progress is not lower.
 */
export const noteImageProgress = (
  account: string,
  id: string,
  operation: string,
  percent: number,
  refuse: () => Error,
): Write =>
  update(
    keyOf(account, id),
    { set: { progress_percent: percent }, add: { version: 1 } },
    [
      ['operation.id', '=', operation],
      ['progress_percent', '<', percent],
    ],
    refuse,
  );
