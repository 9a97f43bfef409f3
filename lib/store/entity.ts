import * as z from 'zod';

/*
 * The definition of an entity of the table. Each is in one file of a wing that ends in `.entity.ts`. The keys, the
 * index and the types of records are generated from these files (generated/). Schemas are for tests, the operator's
 * program and the schedule that checks records; code that answers requests imports only their types.
 */

/** How an account's resource is found: by its id and listed by its name, or by its name and listed by its age. */
type Found = 'by id' | 'by name';

/** An entity of the table. `<names>` in its keys are placeholders. */
export interface Entity<S extends z.ZodType = z.ZodType, Noun extends string = string, F extends Found = Found> {
  /** Its name in the table of all keys; a resource's noun. */
  readonly about: Noun;
  /** Of an account's resource alone. */
  readonly found?: F;
  readonly pk: string;
  /** `<name, lower>` is stored in lower case, `<name, number>` is a number. */
  readonly sk: string;
  /** Its position in gsi1 while it is indexed, and the name of that part of the index in indexes.ts. */
  readonly index?: {
    readonly name?: string;
    readonly pk: string;
    readonly sk: string;
    /** Whether a deployment divides this part of the index into shards: `<pk>#<shard>`. */
    readonly isDivided?: true;
  };
  /** What reads it. */
  readonly read: string;
  /** The attribute that each change of the record raises, if its writes compare one. */
  readonly version?: keyof z.output<S> & string;
  /** Whether items have a `ttl`. By default none has. */
  readonly expires?: 'always' | 'sometimes';
  /** The record, without its key, its index attributes and, unless the schema names it, its `ttl`. */
  readonly record: S;
  /** Another accepted form of records, such as that of an earlier release. */
  readonly also?: z.ZodType;
}

/** Defines an entity. */
export const entity = <S extends z.ZodType>(defined: Entity<S>): Entity<S> => defined;

/** What the definition of a resource has of its own. */
type Own<S extends z.ZodType> = Pick<Entity<S>, 'read' | 'version' | 'expires' | 'record' | 'also'>;

/** Defines an account's resource that is found by its id, and listed by its name. */
export const listed = <N extends string, S extends z.ZodType>(noun: N, defined: Own<S>): Entity<S, N, 'by id'> => ({
  about: noun,
  found: 'by id',
  pk: `A#<account>#${noun}`,
  sk: '<id>',
  index: { pk: `A#<account>#${noun}#name`, sk: '<name>⇥<id>' },
  ...defined,
});

/** Defines an account's resource that is found by its name, regardless of case, and listed by its age. */
export const named = <N extends string, S extends z.ZodType>(noun: N, defined: Own<S>): Entity<S, N, 'by name'> => ({
  about: noun,
  found: 'by name',
  pk: `A#<account>#${noun}`,
  sk: '<name, lower>',
  index: { pk: `A#<account>#${noun}#age`, sk: '<id>' },
  ...defined,
});

/** An object of any form. */
export const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** The type of an entity's record, or of what a schema describes. */
export type Stored<T> = T extends z.ZodType ? z.output<T> : T extends Entity<infer S> ? z.output<S> : never;
