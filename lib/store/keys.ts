import { shapes } from '#lib/generated/store/keys.ts';
import type { Listed, Partition, RecordNamed, RecordOf } from './records.ts';

/*
 * Every key of the table. The definitions of entities (`*.entity.ts`) contain the form of the keys. generated/keys.ts
 * is made from them, with the table of all keys at its head. No other file builds a key. The attributes that add items
 * to the index are in indexes.ts.
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

/** Every key, with the type of the item under it. */
export const keys: Keys = shapes;
