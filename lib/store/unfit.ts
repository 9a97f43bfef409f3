import { entities } from '#lib/generated/store/entities.ts';
import { type Entity, z } from './entity.ts';

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

const known: readonly Known[] = Object.entries<Entity>(entities)
  .map(([name, entity]) => {
    const template = `${entity.pk}\n${entity.sk}`;
    return {
      name,
      entity,
      strict: new RegExp(`^${patternOf(template, '[^#\n]*')}$`),
      loose: new RegExp(`^${patternOf(template, '[^\n]+')}$`),
      index: entity.index && new RegExp(`^${patternOf(entity.index.pk, '.+')}$`),
      fixed: template.split(placeholder).join('').length,
    };
  })
  .sort((a, b) => b.fixed - a.fixed);

/** A stored item. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** The name of an item's entity; undefined where no entity has such a key. */
export const entityOf = (item: StoredItem): string | undefined => knownOf(item)?.name;

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
    ...issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
    ...unfitIndex(found, gsi1pk, gsi1sk),
    ...unfitExpiry(entity, ttl),
  ];
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
