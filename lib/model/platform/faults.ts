/** What an outcome may be given with, and what it has where that is left out. */
export interface Allowance {
  /** The seconds until the outcome where none are given; null where it then never comes by itself. */
  readonly after_seconds: number | null;
  /** The most seconds that may be given. */
  readonly most_seconds: number;
  /** Since when the seconds count: what is struck takes them, or the fault is in force only then. */
  readonly since: 'struck' | 'set';
  /** Whether it is used up; what is not lasts until it is ended. */
  readonly times: boolean;
}

const fails: Allowance = { after_seconds: 0, most_seconds: 3600, since: 'struck', times: true };
/** It goes on after these seconds. */
const late: Allowance = { ...fails, after_seconds: 10 };
/** It ends by its own deadline, or as if that had come after the seconds that are given. */
const endless: Allowance = { ...fails, after_seconds: null };
/** It is tried again every few seconds, until it is over. */
const retried: Allowance = { ...fails, since: 'set' };
const lasting: Allowance = { ...fails, since: 'set', times: false };
/** A call, which is answered within seconds. */
const call: Allowance = { ...fails, most_seconds: 30 };
const slowCall: Allowance = { ...call, after_seconds: 10 };

/**
 * What can be made to fail on a laptop, and how (contract 4.11, docs/emulator.md). What is not here means nothing and
 * is refused.
 */
export const faultTable = {
  launch: { capacity: fails, boot_failed: fails, slow: late, stuck: endless },
  start: { capacity: fails, boot_failed: fails, slow: late, stuck: endless },
  snapshot: { error: fails, slow: late, stuck: endless },
  volume: { error: fails, slow: late, stuck: endless },
  load_balancer: { unhealthy: lasting, error: retried },
  host: { lost: lasting },
  mail: { refused: call, error: call },
  webhook: { refused: call, error: call, throttled: call, lost_reply: call, slow: slowCall },
  s3: { throttled: call, error: call, lost_reply: call, slow: slowCall },
  table: { throttled: call, conflict: call, error: call, lost_reply: call },
} as const satisfies Record<string, Record<string, Allowance>>;

/** The kind of thing that fails. */
export type FaultWhere = keyof typeof faultTable;
/** How a kind of thing fails. */
export type FaultOutcome<Where extends FaultWhere = FaultWhere> = {
  [Each in Where]: keyof (typeof faultTable)[Each];
}[Where];

/** A thing that may fail: what it is called, and the ids by which it can be named. */
export interface FaultSubject {
  readonly names?: readonly string[];
  readonly ids?: readonly string[];
}

/** A fault that has struck something. */
export interface StruckFault<Where extends FaultWhere = FaultWhere> {
  readonly outcome: FaultOutcome<Where>;
  /** Seconds until the outcome; null where it never comes by itself. */
  readonly after_seconds: number | null;
}

/** The question whether something that is about to be done is to fail. */
export interface FaultQuestion {
  readonly where: FaultWhere;
  /** The outcomes that it can have here; by default all of its kind. */
  readonly outcomes?: readonly FaultOutcome[];
  readonly subject: FaultSubject;
  /** What is tried again under the same name fails again, and counts once. */
  readonly attempt?: string;
}

/** What a local platform tells its host agent: the faults of machines that are in force. */
export interface FaultNotice {
  readonly type: 'faults';
  /** Greater by one with every change; what an earlier one holds up goes on. */
  readonly generation: number;
  readonly wheres: readonly FaultWhere[];
  /** Whether the host is lost: its agent is silent. */
  readonly lost: boolean;
}

/** What a host agent asks its local platform, and what it confirms. */
export type FaultCall =
  | { readonly type: 'fault'; readonly seq: number; readonly question: FaultQuestion }
  | { readonly type: 'faults'; readonly generation: number };

/** The answer to a question of the agent. */
export interface FaultAnswer {
  readonly type: 'fault';
  readonly seq: number;
  readonly struck: StruckFault | null;
}
