import type { Listed, Named } from './platform/nouns.ts';

/**
 * What stands under each key of keys.ts, by the key's name there, or by the noun. The file of an entity says it of its
 * own (`declare module`); a key of which no file says it does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the entities fill it
export interface Records {}

/** The record of a noun. */
export type RecordOf<N extends Listed | Named> = RecordsOfNouns[N];
type RecordsOfNouns = Pick<Records, Listed | 'group' | 'bucket'> & { 'iam-user': Records['iamUser'] };

declare const held: unique symbol;

/** A partition of items of type T. The type is for the compiler alone: at run time this is a string. */
export type Partition<T> = string & { readonly [held]?: T };
