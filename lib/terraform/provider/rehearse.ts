import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { type Diagnostic, diagnosticsOf } from '#lib/terraform/protocol/diagnostics.ts';
import { unknown, type Values } from '#lib/terraform/protocol/value.ts';
import { isUnknown } from './compare.ts';
import { type Kind, namesOf, type Writing } from './kind.ts';
import { changesOf, type Planned } from './plan.ts';
import { argumentsOf, ask, hourly } from './resource.ts';

/** A plan, with what it was made of. */
export interface Rehearsed {
  readonly prior: Values | null;
  readonly config: Values;
  readonly plan: Planned;
  readonly signal: AbortSignal;
}

/**
 * What the platform says of a plan before anything is done: what it refuses as invalid are errors, an empty wallet and
 * a quota are warnings, and prices are noted in the plan. A conflict may be with what the same plan removes, so it is
 * left to the change itself.
 */
export async function rehearse(client: Client, kind: Kind, given: Rehearsed): Promise<Diagnostic[]> {
  const { prior, plan } = given;
  // Terraform asks for the creation of what is made anew as well.
  if (plan.replaced.length > 0) return [];
  const changed = prior ? changesOf(kind, prior, plan.state) : kind.creation.body;
  const writings = prior ? kind.updates : [kind.creation];
  const verdicts: Verdict[] = [];
  for (const writing of prior ? writings.filter(({ body }) => body.some((name) => changed.includes(name))) : writings) {
    verdicts.push(await rehearseOne(client, kind, given, { writing, changed }));
  }
  note(plan.state, prior, verdicts);
  return verdicts.flatMap(({ diagnostics = [] }) => diagnostics);
}

/** What the platform says of one call: by how much it changes the price of a month, if it says that. */
interface Verdict {
  readonly monthly?: number;
  readonly diagnostics?: Diagnostic[];
}

async function rehearseOne(
  client: Client,
  kind: Kind,
  { prior, config, plan, signal }: Rehearsed,
  { writing, changed }: { writing: Writing; changed: readonly string[] },
): Promise<Verdict> {
  const all = writing.isWhole ? writing.body : writing.body.filter((name) => changed.includes(name));
  const names = all.filter((name) => !isUnknown(config[name] ?? null));
  const needed = [...all.filter((name) => kind.attributes[name]?.required), ...placesOf(kind, prior)];
  const isKnown = needed.every((name) => !isUnknown(config[name] ?? null));
  if (!writing.dryRun || !isKnown || (prior && names.length === 0)) return {};
  try {
    const args = argumentsOf(kind, writing, { prior, next: plan.state, config }, names);
    const verdict = await ask(client, writing.call.operation, { ...args, dryRun: true, signal });
    return { monthly: verdict.price_delta_paise_per_month / 100 };
  } catch (error) {
    return { diagnostics: verdictOf(error, kind) };
  }
}

/** What a creation needs in its path. */
const placesOf = (kind: Kind, prior: Values | null): string[] =>
  prior ? [] : namesOf(kind, ({ settable, required }) => settable && required);

/** The prices after a change, where the plan has them and every call of it said what it changes. */
function note(state: Values, prior: Values | null, verdicts: readonly Verdict[]): void {
  if (state.price_monthly !== unknown || verdicts.some(({ monthly }) => monthly === undefined)) return;
  const before = Number(prior?.price_monthly ?? 0);
  const monthly = verdicts.reduce((sum, one) => sum + (one.monthly ?? 0), before);
  state.price_monthly = monthly;
  state.price_hourly_paise = hourly(monthly);
}

function verdictOf(error: unknown, kind: Kind): Diagnostic[] {
  if (!(error instanceof SvcError)) throw error;
  const warns = error.status === 402 || error.code === 'quota_exceeded';
  const refuses = error.status === 400 || error.status === 0 || error.status === 401;
  if (!(warns || refuses)) return [];
  return diagnosticsOf(error, kind.type, kind.attributes, warns ? 2 : 1);
}
