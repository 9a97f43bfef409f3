import * as z from 'zod';

export { z };

/*
 * What defines an entity of the table: a file of a wing that ends in `.entity.ts` says it once. The keys, the index and
 * the types of records are made of it (generated/). Schemas are for tests and the operator's program:
 * what answers requests imports their types alone.
 */

/** An entity of the table. `<names>` in its keys stand for what the key is made of. */
export interface Entity<S extends z.ZodType = z.ZodType> {
  /** What it is called in the table of all keys. */
  readonly about: string;
  readonly pk: string;
  /** `<name, lower>` is stored in lower case, `<name, number>` is a number. */
  readonly sk: string;
  /** Where it stands in gsi1 while it stands there, and the name of that part of the index in indexes.ts. */
  readonly index?: { readonly name?: string; readonly pk: string; readonly sk: string };
  /** Who reads it. */
  readonly read: string;
  /** The attribute that each change of the record raises, where its writes compare one. */
  readonly version?: keyof z.output<S> & string;
  /** Whether items have a `ttl`; without this none has. */
  readonly expires?: 'always' | 'sometimes';
  /** The record beside its key, its place in the index and, where it does not name it, its `ttl`. */
  readonly record: S;
  /** Another form that records have and that is read all the same, such as that of an earlier release. */
  readonly also?: z.ZodType;
}

/** Defines an entity. */
export const entity = <S extends z.ZodType>(defined: Entity<S>): Entity<S> => defined;

/** Defines an account's resource that is found by its id, and listed by its name. */
export const listed = <S extends z.ZodType>(
  noun: string,
  defined: Pick<Entity<S>, 'read' | 'version' | 'expires' | 'record' | 'also'>,
): Entity<S> => ({
  about: noun,
  pk: `A#<account>#${noun}`,
  sk: '<id>',
  index: { pk: `A#<account>#${noun}#name`, sk: '<name>⇥<id>' },
  ...defined,
});

/** Defines an account's resource that is found by its name, and listed by its age. */
export const named = <S extends z.ZodType>(
  noun: string,
  defined: Pick<Entity<S>, 'read' | 'version' | 'expires' | 'record' | 'also'>,
): Entity<S> => ({
  about: noun,
  pk: `A#<account>#${noun}`,
  sk: '<name, lower>',
  index: { pk: `A#<account>#${noun}#age`, sk: '<id>' },
  ...defined,
});

/** An object of whatever form. */
export const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** The record of an entity, or what a schema describes, as a type. */
export type Stored<T> = T extends z.ZodType ? z.output<T> : T extends Entity<infer S> ? z.output<S> : never;
