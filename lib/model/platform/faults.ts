/** What an outcome may be given with, and what it has where that is left out. */
export interface Allowance {
  /** The seconds until the outcome where none are given; null where it then never comes by itself. */
  readonly after_seconds: number | null;
  /** Whether it is used up; what is not lasts until it is ended. */
  readonly times: boolean;
}

const atOnce: Allowance = { after_seconds: 0, times: true };
/** It goes on after these seconds. */
const late: Allowance = { after_seconds: 10, times: true };
/** It ends by its own deadline, or as if that had come after the seconds that are given. */
const endless: Allowance = { after_seconds: null, times: true };
const lasting: Allowance = { after_seconds: 0, times: false };

/**
 * What can be made to fail on a laptop, and how (contract 4.11, docs/emulator.md). What is not here means nothing and is
 * refused.
 */
export const faultTable = {
  launch: { capacity: atOnce, boot_failed: atOnce, slow: late, stuck: endless },
  start: { capacity: atOnce, boot_failed: atOnce, slow: late, stuck: endless },
  snapshot: { slow: late, stuck: endless, error: atOnce },
  volume: { slow: late, stuck: endless, error: atOnce },
  load_balancer: { unhealthy: lasting, error: atOnce },
  host: { lost: lasting },
  mail: { refused: atOnce, error: atOnce },
  webhook: { refused: atOnce, error: atOnce, throttled: atOnce, slow: late, lost_reply: atOnce },
  s3: { throttled: atOnce, error: atOnce, slow: late, lost_reply: atOnce },
  table: { throttled: atOnce, conflict: atOnce, error: atOnce, lost_reply: atOnce },
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
