import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { type Diagnostic, diagnosticsOf } from '#lib/terraform/protocol/diagnostics.ts';
import { unknown, type Value, type Values, values } from '#lib/terraform/protocol/msgpack.ts';
import { alike, bodyOf, equal, fromJson, isUnknown } from './compare.ts';
import { ask, type Kind, namesOf } from './resource.ts';

/** What a change would make of a resource. */
export interface Planned {
  readonly state: Values;
  /** Attributes for whose change it is made anew. */
  readonly replaced: readonly string[];
}

/** What a resource would be after a change from `prior`, which is null before its creation, to `config`. */
export function planned(kind: Kind, prior: Values | null, config: Values): Planned {
  const wanted = values(
    Object.keys(kind.attributes).map((name) => [name, wantedOf(kind, name, prior, config)] as const),
  );
  if (!prior) return { state: wanted, replaced: [] };
  const changed = changesOf(kind, prior, wanted);
  if (changed.length === 0) return { state: prior, replaced: [] };
  const replaced = changed.filter((name) => !kind.attributes[name]?.changes);
  const state = values(
    Object.keys(kind.attributes).map((name) => {
      const moves = !(kind.attributes[name]?.settable || kind.kept.includes(name));
      return [name, moves ? unknown : (wanted[name] as Value)] as const;
    }),
  );
  return { state, replaced };
}

/** The value that an attribute is to have: the configuration's, else the default, else what it has or will get. */
function wantedOf(kind: Kind, name: string, prior: Values | null, config: Values): Value {
  const attribute = kind.attributes[name];
  const given = config[name] ?? null;
  const before = prior?.[name] ?? null;
  if (given !== null) return prior && alike(kind.noun, name, before, given) ? before : given;
  if (attribute?.default !== undefined) return fromJson(attribute.default);
  if (!attribute?.computed) return null;
  return prior ? before : unknown;
}

/** The attributes of the configuration that a change is about. */
export const changesOf = (kind: Kind, prior: Values, next: Values): string[] =>
  namesOf(kind, ({ settable }) => settable).filter((name) => !equal(prior[name] ?? null, next[name] ?? null));

/**
 * What the platform says of a plan before anything is done: what it refuses as invalid are errors, an empty wallet and
 * a quota are warnings. A conflict may be with what the same plan removes, so it is left to the change itself.
 */
export async function rehearsed(
  client: Client,
  kind: Kind,
  { prior, plan, signal }: { prior: Values | null; plan: Planned; signal: AbortSignal },
): Promise<Diagnostic[]> {
  const names = prior ? changesOf(kind, prior, plan.state) : namesOf(kind, ({ settable }) => settable);
  const known = names.filter((name) => !isUnknown(plan.state[name] ?? null));
  const asked = prior ? known : known.filter((name) => plan.state[name] !== null);
  const isWhole = prior !== null || namesOf(kind, ({ required }) => required).every((name) => asked.includes(name));
  if (!isWhole || asked.length === 0 || plan.replaced.length > 0) return [];
  const { create, update } = kind.noun;
  try {
    const body = bodyOf(asked, plan.state);
    await ask(client, prior ? update : create, { ...(prior && { id: prior.id }), body, dryRun: true, signal });
    return [];
  } catch (error) {
    return verdictOf(error, kind);
  }
}

function verdictOf(error: unknown, kind: Kind): Diagnostic[] {
  if (!(error instanceof SvcError)) throw error;
  const warns = error.status === 402 || error.code === 'quota_exceeded';
  const refuses = error.status === 400 || error.status === 0 || error.status === 401;
  if (!(warns || refuses)) return [];
  return diagnosticsOf(error, kind.type, kind.attributes, warns ? 2 : 1);
}
