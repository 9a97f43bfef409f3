import type { MadeRecords } from './generated/entities.ts';
import type { Listed, Named } from './platform/nouns.ts';

/** What stands under each key of keys.ts, by the key's name there, or by the noun: the schema of its entity says it. */
export interface Records extends MadeRecords {}

/** The record of a key's name: never, so that nothing can be put there, where no entity has the name. */
export type RecordNamed<N> = N extends keyof Records ? Records[N] : never;

/** The record of a noun. */
export type RecordOf<N extends Listed | Named> = RecordNamed<N extends 'iam-user' ? 'iamUser' : N>;

declare const held: unique symbol;

/** A partition of items of type T. The type is for the compiler alone: at run time this is a string. */
export type Partition<T> = string & { readonly [held]?: T };
