import { shapes } from './generated/keys.ts';
import type { Listed } from './platform/nouns.ts';
import type { Partition, RecordNamed, RecordOf } from './records.ts';

/*
 * Every key of the table. The definitions of entities (`*.entity.ts`) say what keys look like: generated/keys.ts is
 * made of them, and has the table of all keys at its head. No other file builds a key; indexes.ts has what puts items
 * into the index.
 */

/** The key of an item of type T. */
export interface Key<T = unknown> {
  pk: Partition<T>;
  sk: string;
}

type Shapes = typeof shapes;

type Keys = {
  readonly [N in Exclude<keyof Shapes, 'listed'>]: (...of: Parameters<Shapes[N]>) => Key<RecordNamed<N>>;
} & { readonly listed: <N extends Listed>(account: string, noun: N, id: string) => Key<RecordOf<N>> };

/** Every key, with the type of what stands there. */
export const keys: Keys = shapes;
