/**
 * Who continues the new items that the reader of the table's stream follows, by the first words of their partition
 * keys. The filters in lib/deploy/streams.yml are the same.
 */
const followed = { MAIL: 'mail', UNPLACED: 'activity', DOC: 'documents', NEWS: 'webhooks' } as const;

/** Who continues an item that the stream's reader follows. */
export type Follower = (typeof followed)[keyof typeof followed];

/** Who continues the item with this partition key; undefined where nobody does. */
export const followerOf = (pk: string): Follower | undefined => followed[pk.split('#', 1)[0] as keyof typeof followed];
