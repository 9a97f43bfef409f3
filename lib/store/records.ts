import type { Listed, Named } from './platform/nouns.ts';

/**
 * What stands under each key of keys.ts, by the key's name there, or by the noun. The file of an entity says it of its
 * own (`declare module`). The declarations of packages have no entities, and so none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the entities fill it
export interface Records {}

/** The record of a key's name: never, so that nothing can be put there, where no file says it. */
export type RecordNamed<N> = N extends keyof Records ? Records[N] : never;

/** The record of a noun. */
export type RecordOf<N extends Listed | Named> = RecordNamed<N extends 'iam-user' ? 'iamUser' : N>;

declare const held: unique symbol;

/** A partition of items of type T. The type is for the compiler alone: at run time this is a string. */
export type Partition<T> = string & { readonly [held]?: T };
