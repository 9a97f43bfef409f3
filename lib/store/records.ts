import type { MadeRecords } from '#lib/generated/store/entities.ts';
import type { Listed, Named } from './platform/nouns.ts';

/** The type of the item under each key of keys.ts, by the key's name or the noun. It comes from the entity's schema. */
export interface Records extends MadeRecords {}

/** The record of a key's name. It is `never` where no entity has the name, so that nothing can be stored there. */
export type RecordNamed<N> = N extends keyof Records ? Records[N] : never;

/** The record of a noun. */
export type RecordOf<N extends Listed | Named> = RecordNamed<N extends 'iam-user' ? 'iamUser' : N>;

declare const held: unique symbol;

/** A partition of items of type T. The type exists for the compiler only; at run time this is a string. */
export type Partition<T> = string & { readonly [held]?: T };
