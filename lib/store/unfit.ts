import * as z from 'zod';
import { entities } from '#lib/generated/store/entities.ts';
import type { Entity } from './entity.ts';

/* Whether stored items match their entities. Messages name attributes and never contain their values. */

interface Known {
  readonly name: string;
  readonly entity: Entity;
  /** Matches its keys if no part of them contains a `#`. */
  readonly strict: RegExp;
  readonly loose: RegExp;
  /** Matches its part of the index; undefined where it is in none. */
  readonly index: RegExp | undefined;
  /** The number of constant characters in its keys. */
  readonly fixed: number;
}

const placeholder = /<[^<>]{1,40}>/;

/** A key, or a part of the index, with `part` instead of each placeholder. */
const patternOf = (template: string, part: string): string =>
  template
    .split(placeholder)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(part);

/** The end of a divided part of the index. */
const shard = '(#\\d+)?';

const known: readonly Known[] = Object.entries<Entity>(entities)
  .map(([name, entity]) => {
    const template = `${entity.pk}\n${entity.sk}`;
    return {
      name,
      entity,
      strict: new RegExp(`^${patternOf(template, '[^#\n]*')}$`),
      loose: new RegExp(`^${patternOf(template, '[^\n]+')}$`),
      index: entity.index && new RegExp(`^${patternOf(entity.index.pk, '.+')}${entity.index.isDivided ? shard : ''}$`),
      fixed: template.split(placeholder).join('').length,
    };
  })
  .sort((a, b) => b.fixed - a.fixed);

/** A stored item. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** The name of an item's entity; undefined where no entity has such a key. */
export const entityOf = (item: StoredItem): string | undefined => knownOf(item)?.name;

/**
 * The form of an item's keys, without what tells one item from another: as its entity defines it. Of a key that no
 * entity has, the word in capitals with which a part begins remains, and the noun of an account's resource.
 */
export function keyFormOf(item: StoredItem): string {
  const { entity } = knownOf(item) ?? {};
  return entity ? `${entity.pk} ${entity.sk}` : `${unknownForm(item.pk)} ${unknownForm(item.sk)}`;
}

const unknownForm = (key: unknown) =>
  `${key}`
    .split('#')
    .map((part, at, [first]) => {
      const isWord = at === 0 ? /^[A-Z][A-Z-]{0,15}$/ : /^[a-z][a-z-]{0,31}$/;
      return (at === 0 || (first === 'A' && at === 2)) && isWord.test(part) ? part : '*';
    })
    .join('#');

function knownOf({ pk, sk }: StoredItem): Known | undefined {
  const key = `${pk}\n${sk}`;
  return known.find(({ strict }) => strict.test(key)) ?? known.find(({ loose }) => loose.test(key));
}

/** The mismatches between an item and its entity, one sentence each; none where it fits. */
export function unfit(item: StoredItem): string[] {
  const found = knownOf(item);
  if (!found) return ['no entity has such a key'];
  const { entity } = found;
  const { pk: _, sk: __, gsi1pk, gsi1sk, ttl, ...rest } = item;
  const { record, also } = entity;
  const namesTtl = record instanceof z.ZodObject && 'ttl' in record.shape;
  const given = namesTtl && ttl !== undefined ? { ...rest, ttl } : rest;
  const { error } = record.safeParse(given);
  const issues = !error || also?.safeParse(given).success ? [] : error.issues;
  return [
    ...issues.map(({ path, message }) => (path.length > 0 ? `${pathOf(found, path)}: ${message}` : message)),
    ...unfitIndex(found, gsi1pk, gsi1sk),
    ...unfitExpiry(entity, ttl),
  ];
}

/** A path to an attribute. Places in lists and keys of maps, such as a customer's tags, are values: each is a `*`. */
function pathOf({ entity }: Known, path: readonly PropertyKey[]): string {
  const names = namesIn([entity.record, entity.also]);
  return path.map((part) => (names.has(part) ? part : '*')).join('.');
}

/** The names of all attributes that a schema defines, at any depth. */
function namesIn(
  schemas: readonly unknown[],
  names = new Set<PropertyKey>(),
  seen = new Set<z.ZodType>(),
): Set<PropertyKey> {
  for (const schema of schemas) {
    if (!(schema instanceof z.ZodType) || seen.has(schema)) continue;
    seen.add(schema);
    const shape = schema instanceof z.ZodObject ? schema.shape : {};
    for (const name of Object.keys(shape)) names.add(name);
    namesIn([...Object.values(shape), ...Object.values(schema.def).flat()], names, seen);
  }
  return names;
}

function unfitIndex({ entity, index }: Known, gsi1pk: unknown, gsi1sk: unknown): string[] {
  if (gsi1pk === undefined && gsi1sk === undefined) return [];
  if (!index) return ['gsi1pk: the entity is in no part of the index'];
  return typeof gsi1sk === 'string' && index.test(`${gsi1pk}`) ? [] : [`gsi1pk: the entity is in ${entity.index?.pk}`];
}

function unfitExpiry({ expires }: Entity, ttl: unknown): string[] {
  if (ttl === undefined) return expires === 'always' ? ['ttl: such a record expires'] : [];
  if (expires === undefined) return ['ttl: such a record does not expire'];
  return Number.isInteger(ttl) ? [] : ['ttl: must be a whole number of seconds'];
}
