import { equal, unknown, type Value, type Values, values } from '#lib/terraform/protocol/value.ts';
import { alike, isPart } from './compare.ts';
import { fromJson } from './json.ts';
import { type Kind, namesOf } from './kind.ts';
import type { Attribute, Attributes } from './schema.ts';

/** What a change would make of a resource. */
export interface Planned {
  readonly state: Values;
  /** Attributes for whose change it is made anew. */
  readonly replaced: readonly string[];
}

/** What a resource would be after a change from `prior`, which is null before its creation, to `config`. */
export function planned(kind: Kind, prior: Values | null, config: Values): Planned {
  const wanted = values(
    Object.entries(kind.attributes).map(([name, attribute]) => {
      const before = prior ? (prior[name] ?? null) : undefined;
      const value = wantedOf(attribute, config[name] ?? null, before);
      return [name, prior && alike(kind, name, before ?? null, value) ? (before ?? null) : value] as const;
    }),
  );
  if (!prior) return { state: wanted, replaced: [] };
  const changed = namesOf(kind, ({ settable }) => settable).filter(
    (name) => !equal(prior[name] ?? null, wanted[name] ?? null),
  );
  // Timeouts are Terraform's alone: nothing of the resource moves with them.
  if (changed.every((name) => name === 'timeouts')) {
    const { timeouts } = wanted;
    return { state: timeouts === undefined ? prior : values(Object.entries({ ...prior, timeouts })), replaced: [] };
  }
  const state = values(
    Object.entries(kind.attributes).map(([name, attribute]) => {
      return [name, moves(kind, name, attribute, config) ? unknown : (wanted[name] as Value)] as const;
    }),
  );
  return { state, replaced: changed.filter((name) => !kind.attributes[name]?.changes) };
}

const always = ['id', 'account_id', 'created_at'];

/** Whether a change may change an attribute that the configuration does not say. */
function moves({ noun }: Kind, name: string, attribute: Attribute, config: Values): boolean {
  if (noun.follows?.includes(name)) return (config[name] ?? null) === null;
  return !(attribute.settable || always.includes(name) || noun.kept?.includes(name));
}

/** The value that an attribute is to have: the configuration's, else the default, else what it has or will get. */
function wantedOf(attribute: Attribute, given: Value, before: Value | undefined): Value {
  if (attribute.writeOnly) return null;
  const start = given === null && attribute.default !== undefined ? fromJson(attribute.default) : given;
  if (start !== null) return attribute.nested ? nestedOf(attribute.nested.attributes, start, before) : start;
  if (!attribute.computed) return null;
  return before === undefined ? unknown : before;
}

/** An object, or a list of these, of which an item has what the same one had before. */
function nestedOf(attributes: Attributes, start: Value, before: Value | undefined): Value {
  if (start === null || typeof start !== 'object') return start;
  if (!Array.isArray(start)) return objectOf(attributes, start, (before ?? undefined) as Values | undefined);
  const earlier = (Array.isArray(before) ? before : []) as Values[];
  return start.map((item) => {
    if (item === null || typeof item !== 'object') return item;
    const known = earlier.find((one) => isPart(item, one));
    return objectOf(attributes, item as Values, known);
  });
}

const objectOf = (attributes: Attributes, given: Values, before: Values | undefined): Values =>
  values(
    Object.entries(attributes).map(
      ([name, attribute]) =>
        [name, wantedOf(attribute, given[name] ?? null, before && (before[name] ?? null))] as const,
    ),
  );

/**
 * The attributes of the configuration that a change is about. For a secret, which no state has, its version is
 * compared.
 */
export const changesOf = (kind: Kind, prior: Values, next: Values): string[] =>
  namesOf(kind, ({ settable }) => settable)
    .filter((name) => !equal(prior[name] ?? null, next[name] ?? null))
    .map((name) => kind.attributes[name]?.versions ?? name);
