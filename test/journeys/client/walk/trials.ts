import { eventually } from '#test/support/vitest/eventually.ts';
import type { Route } from './document.ts';
import type { Additions, Outcome, Walker } from './walker.ts';
import { type Consequence, cascadeFaults, settledWorld, type World } from './world.ts';

/** A dry run beside what then happened. */
export interface Trial {
  readonly operation: string;
  /** `accepted`, or the code and the message of the refusal. */
  readonly tried: string;
  readonly real: string;
  /** By how much the hourly cost changed, in paise: as told, and as it then was. */
  readonly told: number;
  readonly became: number;
  /** What became of other resources: the effects that were told, and what of it was wrong. */
  readonly effects: readonly string[];
  readonly faults: readonly string[];
}

interface Verdict {
  readonly price_delta_paise_per_hour: number;
  readonly cascade: readonly Consequence[];
}

/** Tries requests, sends them, and compares. */
export class Trials {
  readonly all: Trial[] = [];
  readonly #walker: Walker;
  #last: { readonly changes: number; readonly world: World } | undefined;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** Tries the example of a route and then sends it. Of a deletion the whole account is compared as well. */
  async of(route: Route, additions: Additions): Promise<Outcome> {
    const args: Readonly<Record<string, unknown>> = this.#walker.argsOf(route, additions);
    const measure = measures[route.id] ?? hourly;
    const tried = await this.#walker.try(route, additions);
    const compares = route.method === 'DELETE' && tried.status === 200;
    // What an earlier change has begun costs something else once it is over.
    const before = tried.status === 200 ? await this.#world() : undefined;
    const cost = await measure(this.#walker, args);
    const real = await this.#walker.send(route, additions);
    const { price_delta_paise_per_hour: told = 0, cascade = [] } = (tried.body ?? {}) as Partial<Verdict>;
    const became = tried.status === 200 ? await settled(() => measure(this.#walker, args), cost + told) : cost;
    const after = compares ? await this.#world() : undefined;
    this.all.push({
      operation: route.id,
      tried: said(tried),
      real: said(real),
      told,
      became: became - cost,
      effects: cascade.map(({ type, effect }) => `${type} ${effect}`),
      faults: before && after ? cascadeFaults(cascade, Object.values(args), before, after) : [],
    });
    return real;
  }

  /** What the account has, which is read anew only after a change. */
  async #world(): Promise<World> {
    const { changes } = this.#walker;
    if (this.#last?.changes !== changes) this.#last = { changes, world: await settledWorld(this.#walker) };
    return this.#last.world;
  }
}

const said = ({ status, code, message }: Outcome): string => (status < 300 ? 'accepted' : `${code}: ${message}`);

type Measure = (walker: Walker, args: Readonly<Record<string, unknown>>) => Promise<number>;

/** What the account costs an hour, in paise. */
const hourly: Measure = async ({ svc }) => (await svc.getSummary()).burn_rate_paise_per_hour;

/** Where the price that is told is not that of the account as it is at present. */
const measures: Readonly<Record<string, Measure>> = {
  // A resize needs a stopped instance, and tells by the catalog what it costs once it runs.
  resizeInstance: async ({ svc }, { id }) => {
    const { instance_type_id } = await svc.getInstance({ id: String(id) });
    return (await svc.getInstanceType({ id: instance_type_id })).price_hourly_paise;
  },
};

/** What is measured once it is within a paisa of this, or else at last. */
async function settled(measured: () => Promise<number>, expected: number): Promise<number> {
  const isThere = async () => Math.abs((await measured()) - expected) <= 1;
  await eventually(isThere).catch(() => undefined);
  return measured();
}
