import type { Entities, MadeRecords } from '#lib/generated/store/entities.ts';

/** The type of the item under each key of keys.ts, by the key's name or the noun. It comes from the entity's schema. */
export interface Records extends MadeRecords {}

/** The record of a key's name. It is `never` where no entity has the name, so that nothing can be stored there. */
export type RecordNamed<N> = N extends keyof Records ? Records[N] : never;

/** The nouns of an account's resources that are found so, each with the name of its key. */
type Nouns<Found extends string> = {
  [N in keyof Entities as Entities[N] extends { about: infer Noun extends string; found?: Found } ? Noun : never]: N;
};

/** The nouns whose table partition is ordered by id and whose index is ordered by name. */
export type Listed = keyof Nouns<'by id'>;

/** The nouns that are found by name. Their table partition is ordered by name and their index by age. */
export type Named = keyof Nouns<'by name'>;

/** The record of a noun. */
export type RecordOf<N extends Listed | Named> = Records[(Nouns<'by id'> & Nouns<'by name'>)[N]];

declare const held: unique symbol;

/** A partition of items of type T. The type exists for the compiler only; at run time this is a string. */
export type Partition<T> = string & { readonly [held]?: T };
