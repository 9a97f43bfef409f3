import {
  type Allowance,
  type FaultOutcome,
  type FaultQuestion,
  type FaultSubject,
  type FaultWhere,
  faultTable,
  type StruckFault,
} from '#lib/model/platform/faults.ts';

/** A fault as it was asked for. */
export interface Fault {
  readonly where: FaultWhere;
  readonly outcome: FaultOutcome;
  readonly match: { readonly name?: string; readonly id?: string };
  /** Null where the outcome does not come by itself. */
  readonly after_seconds: number | null;
  /** The units a second of a partition key, where the fault caps them. */
  readonly read_units?: number;
  readonly write_units?: number;
  /** How often it strikes; null for as often as there is something to strike. */
  readonly times: number | null;
}

/** A fault as GET /dev/faults shows it: `times` are those that are left. */
export interface ShownFault extends Fault {
  /** How often it has struck. */
  readonly struck: number;
}

interface Standing {
  readonly fault: Fault;
  /** It is in force from then on, on the clock of performance.now(). */
  readonly from: number;
  struck: number;
}

type Listener = () => void | Promise<void>;

/** The attempts that are remembered, so that a repetition fails in the same way. */
const MOST_ATTEMPTS = 10_000;

/** The faults that are in force. They are in memory alone: a restart forgets them. */
export class FaultBook {
  #standing: Standing[] = [];
  readonly #attempts = new Map<string, Standing>();
  readonly #listeners: Listener[] = [];
  #check: ((faults: readonly Fault[]) => void) | undefined;
  #exchange: Listener | undefined;
  readonly #timers = new Set<NodeJS.Timeout>();
  #generation = 0;
  #over = new AbortController();

  /** Greater by one with every replacement. */
  get generation(): number {
    return this.#generation;
  }

  /** Aborted when the faults of now are replaced: what they hold up goes on. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Replaces all faults. Resolves once all who have to know do. Throws what the check of `onAsked` throws. */
  async set(faults: readonly Fault[]): Promise<void> {
    this.#check?.(faults);
    const now = performance.now();
    this.#standing = faults.map((fault) => ({ fault, struck: 0, from: now + delayOf(fault) }));
    this.#attempts.clear();
    this.#generation += 1;
    this.#over.abort();
    this.#over = new AbortController();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await this.#tell();
    for (const { from } of this.#standing) if (from > now) this.#tellAt(from);
  }

  /** In the order in which they were set, those that are used up too. */
  list(): ShownFault[] {
    return this.#standing.map((one) => ({ ...one.fault, times: leftOf(one), struck: one.struck }));
  }

  /** The kinds of things that its faults name. */
  armed(): FaultWhere[] {
    return [...new Set(this.#standing.map(({ fault }) => fault.where))];
  }

  /** Strikes with the first fault that fits and is not used up; null where there is none. */
  strike(question: FaultQuestion): StruckFault | null {
    const { where, attempt } = question;
    const name = attempt === undefined ? undefined : `${where} ${attempt}`;
    const known = name === undefined ? undefined : this.#attempts.get(name);
    if (known) return struckBy(known.fault);
    const found = this.#standing.find((one) => isInForce(one) && isAskedFor(one.fault, question));
    if (!found) return null;
    found.struck += 1;
    if (name !== undefined) this.#remember(name, found);
    return struckBy(found.fault);
  }

  /** The first fault of a kind that is in force, whatever it strikes. */
  inForce(where: FaultWhere, outcome: FaultOutcome): Fault | undefined {
    return this.#standing.find((one) => one.fault.where === where && one.fault.outcome === outcome && isInForce(one))
      ?.fault;
  }

  /** Calls the listener after every change of what is in force. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Has faults checked before they replace others. */
  onAsked(check: (faults: readonly Fault[]) => void): void {
    this.#check = check;
  }

  /** Calls the listener when the contents of the table were exchanged for others. */
  onExchange(listener: Listener): void {
    this.#exchange = listener;
  }

  async exchanged(): Promise<void> {
    await this.#exchange?.();
  }

  async #tell(): Promise<void> {
    for (const listener of this.#listeners) await listener();
  }

  #tellAt(moment: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        // A timer runs early where it was set late in a turn of the event loop, which counts from the turn's beginning.
        if (performance.now() < moment) this.#tellAt(moment);
        else void this.#tell();
      },
      Math.ceil(moment - performance.now()),
    ).unref();
    this.#timers.add(timer);
  }

  #remember(attempt: string, one: Standing): void {
    this.#attempts.set(attempt, one);
    const [oldest = ''] = this.#attempts.keys();
    if (this.#attempts.size > MOST_ATTEMPTS) this.#attempts.delete(oldest);
  }
}

/** What the table allows for a fault. */
const allowanceOf = ({ where, outcome }: Fault): Allowance =>
  (faultTable[where] as Record<string, Allowance>)[outcome] as Allowance;

/** The milliseconds until a fault is in force. */
const delayOf = (fault: Fault) => (allowanceOf(fault).since === 'set' ? (fault.after_seconds ?? 0) * 1000 : 0);

const leftOf = ({ fault: { times }, struck }: Standing) => (times === null ? null : Math.max(0, times - struck));

const isInForce = (one: Standing) => leftOf(one) !== 0 && one.from <= performance.now();

const struckBy = ({ outcome, after_seconds }: Fault): StruckFault => ({ outcome, after_seconds });

const isAskedFor = (fault: Fault, { where, outcomes, subject }: FaultQuestion): boolean =>
  fault.where === where && (outcomes?.includes(fault.outcome) ?? true) && fits(fault, subject);

/** Whether a thing has the name and the id that a fault names. */
function fits({ match }: Fault, { names = [], ids = [] }: FaultSubject): boolean {
  return (match.name === undefined || names.includes(match.name)) && (match.id === undefined || ids.includes(match.id));
}
