/**
 * A fault that the platform has on demand (`PUT /dev/faults`; docs/emulator.md has the table of what goes together).
 */
export interface Fault {
  readonly where:
    | 'launch'
    | 'start'
    | 'snapshot'
    | 'volume'
    | 'image'
    | 'load_balancer'
    | 'host'
    | 'mail'
    | 'webhook'
    | 's3'
    | 'table'
    | 'function';
  readonly outcome:
    | 'capacity'
    | 'boot_failed'
    | 'slow'
    | 'stuck'
    | 'unhealthy'
    | 'lost'
    | 'throttled'
    | 'conflict'
    | 'lost_reply'
    | 'refused'
    | 'error'
    | 'capped'
    | 'lag';
  /** Which resource; without it any. */
  readonly match?: { readonly name?: string; readonly id?: string };
  /** Seconds until it happens. */
  readonly after_seconds?: number;
  /** How often it happens; without it until the faults are changed. */
  readonly times?: number;
  /** The units a second of a partition key that is `capped`. */
  readonly read_units?: number;
  readonly write_units?: number;
}

/** A mail that the platform sent. */
export interface Mail {
  readonly id: string;
  /** RFC 3339, by the platform's clock. */
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly kind: string;
  readonly code?: string;
  readonly token?: string;
  readonly link?: string;
}

/** The platform's civil clock: tokens, codes, schedules, metering, retention. */
export interface Clock {
  /** What time it is there. */
  now(): Promise<Date>;
  /** Moves it ahead, at most 366 days, and settles when everything that became due is done. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<Date>;
  /** Sets it back to the real time. */
  reset(): Promise<Date>;
}

/** What a test does to the platform. Each call rejects with a ControlError where the platform refuses. */
export interface Control {
  readonly clock: Clock;
  /** The mails that were sent, newest first; to one address where it is given. */
  outbox(to?: string): Promise<Mail[]>;
  /** Has these things fail, in place of those before; without any, nothing fails. */
  faults(...faults: Fault[]): Promise<void>;
  /** Turns rate limits on or off, and raises quotas. */
  limits(limits: { rate?: 'on' | 'off'; quotas?: Readonly<Record<string, number>> }): Promise<void>;
  /** Saves everything under a name: `a-z`, `0-9` and `-`. */
  save(name: string): Promise<void>;
  /** Goes back to what was saved under a name. */
  load(name: string): Promise<void>;
  /** Goes back to an empty platform. */
  reset(): Promise<void>;
}

/** A request that the platform refused. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The control of the platform at this address. */
export function controlOf(url: string): Control {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const reply = await fetch(`${url}/dev/${path}`, init);
    const answer = (await reply.json()) as T & { error?: string };
    if (!reply.ok) throw new ControlError(reply.status, `${method} /dev/${path}: ${answer.error}`);
    return answer;
  };
  const time = async (work: Promise<{ now: string }>) => new Date((await work).now);
  const act = async (method: string, path: string, body?: object): Promise<void> =>
    void (await ask(method, path, body));
  return {
    clock: {
      now: () => time(ask('GET', 'clock')),
      advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
        time(ask('POST', 'clock', { advance_seconds: ((days * 24 + hours) * 60 + minutes) * 60 + seconds })),
      reset: () => time(ask('POST', 'clock', { reset: true })),
    },
    outbox: async (to) => {
      const query = to === undefined ? '' : `&to=${encodeURIComponent(to)}`;
      return (await ask<{ messages: Mail[] }>('GET', `outbox?limit=200${query}`)).messages;
    },
    faults: (...faults) => act('PUT', 'faults', { faults }),
    limits: (limits) => act('POST', 'limits', limits),
    save: (name) => act('POST', `state/${encodeURIComponent(name)}`),
    load: (name) => act('POST', `state/${encodeURIComponent(name)}/load`),
    reset: () => act('POST', 'reset'),
  };
}
