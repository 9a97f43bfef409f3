import { setVariable, variable } from '#lib/local/dev/variables.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { defaultLimits, type QuotaName } from '#lib/model/platform/quota.ts';
import { nameOf, settingOf } from '#lib/model/platform/settings.ts';
import { countingWindows, emptyWindows } from './windows.ts';

/** What POST /dev/limits changes; null is a quota's limit as the platform was started with it. */
export interface LimitChange {
  readonly rate?: 'on' | 'off';
  readonly quotas?: Partial<Record<QuotaName, number | null>> | undefined;
}

/** The limits in force, as GET /dev/limits shows them. */
export interface ShownLimits {
  readonly rate: 'on' | 'off';
  readonly quotas: Record<QuotaName, number>;
}

/** What all quotas are raised to where SVC_LIMITS is off. */
const RAISED = 1_000_000;

const names = Object.keys(defaultLimits) as QuotaName[];
const variableOf = (name: QuotaName) => nameOf('SVC_QUOTA_<NAME>', name);

/** The rate windows and quotas of this run. Functions read both in their environment, at every request. */
export class Limits {
  readonly #atStart = Object.fromEntries(names.map((name) => [name, variable(variableOf(name))]));
  #rate: 'on' | 'off' = 'on';

  /** The address of the rate windows. */
  get windows(): string {
    return this.#rate === 'off' ? emptyWindows : countingWindows;
  }

  /** Turns the rate windows off and raises all quotas, as SVC_LIMITS=off does. */
  lift(): void {
    this.change({ rate: 'off', quotas: Object.fromEntries(names.map((name) => [name, RAISED])) });
  }

  change({ rate = this.#rate, quotas = {} }: LimitChange): void {
    this.#rate = rate;
    setVariable('SVC_WINDOWS_ENDPOINT', this.windows);
    for (const [name, limit] of Object.entries(quotas) as [QuotaName, number | null][]) {
      setVariable(variableOf(name), limit === null ? this.#atStart[name] : String(limit));
    }
  }

  show(): ShownLimits {
    const limits = names.map((name) => [name, settingOf('SVC_QUOTA_<NAME>', name) ?? defaultLimits[name]]);
    return { rate: this.#rate, quotas: Object.fromEntries(limits) };
  }
}

/** Reads the body of POST /dev/limits. 400 names the field and what is allowed there. */
export function readLimits(body: Record<string, unknown>): LimitChange {
  const unknown = Object.keys(body).find((name) => name !== 'rate' && name !== 'quotas');
  if (unknown !== undefined) throw unknownField(JSON.stringify(unknown), 'rate, quotas');
  const { rate, quotas } = body;
  if (rate === undefined && quotas === undefined) throw invalid('body', 'must have rate, quotas or both');
  if (rate !== undefined && rate !== 'on' && rate !== 'off') {
    throw invalid('rate', `${JSON.stringify(rate)} must be on or off`);
  }
  return { ...(rate !== undefined && { rate }), ...(quotas !== undefined && { quotas: readQuotas(quotas) }) };
}

const MOST = 1_000_000_000;

function readQuotas(given: unknown): LimitChange['quotas'] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('quotas', 'must be an object of limits by their names');
  }
  for (const [name, limit] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) throw unknownField(JSON.stringify(name), names.join(', '), 'quotas: ');
    const isGood = limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= MOST);
    if (isGood) continue;
    throw invalid(`quotas.${name}`, `${JSON.stringify(limit)} must be an integer from 0 to ${MOST}, or null`);
  }
  return given;
}

const unknownField = (what: string, allowed: string, before = '') =>
  new ApiError('unknown_field', `${before}unknown field ${what} (allowed: ${allowed})`);
const invalid = (at: string, rule: string) => new ApiError('validation_failed', `${at}: ${rule}`);
