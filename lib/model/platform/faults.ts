/** The options of an outcome, and their defaults. */
export interface Allowance {
  /** The default number of seconds until the outcome; null if it then never happens on its own. */
  readonly after_seconds: number | null;
  /** The maximum number of seconds. */
  readonly most_seconds: number;
  /**
   * When the seconds begin: when an operation is struck, when the fault is set, which is in force only after them, or
   * with each write.
   */
  readonly since: 'struck' | 'set' | 'written';
  /** Whether the fault is used up by striking. Other faults last until they are ended. */
  readonly times: boolean;
  /** Whether the fault can be limited to one thing. */
  readonly match: boolean;
  /** The units a second that it leaves to a partition key by default. */
  readonly units?: { readonly read_units: number; readonly write_units: number };
}

const fails: Allowance = { after_seconds: 0, most_seconds: 3600, since: 'struck', times: true, match: true };
/** The operation continues after these seconds. */
const late: Allowance = { ...fails, after_seconds: 10 };
/** The operation ends at its own deadline or, if seconds are given, as if the deadline had passed after them. */
const endless: Allowance = { ...fails, after_seconds: null };
/** The operation is retried every few seconds, until the fault has ended. */
const retried: Allowance = { ...fails, since: 'set' };
const lasting: Allowance = { ...fails, since: 'set', times: false };
/** A call that is answered within seconds. */
const call: Allowance = { ...fails, most_seconds: 30 };
const slowCall: Allowance = { ...call, after_seconds: 10 };
const lag: Allowance = { after_seconds: 2, most_seconds: 60, since: 'written', times: false, match: false };
/** The first call of each function. */
const firstCall: Allowance = { ...call, after_seconds: 2 };
/** As DynamoDB allows a partition key. */
const capped: Allowance = { ...lasting, match: false, units: { read_units: 3000, write_units: 1000 } };

/**
 * What can be made to fail on a laptop, and how (contract 4.11, docs/emulator.md). Any other combination is refused.
 */
export const faultTable = {
  launch: { capacity: fails, boot_failed: fails, slow: late, stuck: endless },
  start: { capacity: fails, boot_failed: fails, slow: late, stuck: endless },
  snapshot: { error: fails, slow: late, stuck: endless },
  volume: { error: fails, slow: late, stuck: endless },
  image: { error: fails, slow: late, stuck: endless },
  load_balancer: { unhealthy: lasting, error: retried },
  host: { lost: lasting },
  mail: { refused: call, error: call },
  webhook: { refused: call, error: call, throttled: call, lost_reply: call, slow: slowCall },
  s3: { throttled: call, error: call, lost_reply: call, slow: slowCall },
  table: { throttled: call, conflict: call, error: call, lost_reply: call, capped, lag },
  function: { slow: firstCall },
} as const satisfies Record<string, Record<string, Allowance>>;

/** The kind of thing that fails. */
export type FaultWhere = keyof typeof faultTable;
/** How a kind of thing fails. */
export type FaultOutcome<Where extends FaultWhere = FaultWhere> = {
  [Each in Where]: keyof (typeof faultTable)[Each];
}[Where];

/** Something that may fail: its names, and the ids that a fault can select it by. */
export interface FaultSubject {
  readonly names?: readonly string[];
  readonly ids?: readonly string[];
}

/** A fault that applies to an operation. */
export interface StruckFault<Where extends FaultWhere = FaultWhere> {
  readonly outcome: FaultOutcome<Where>;
  /** Seconds until the outcome; null if it never happens on its own. */
  readonly after_seconds: number | null;
}

/** Asks whether an operation that is about to begin is to fail. */
export interface FaultQuestion {
  readonly where: FaultWhere;
  /** The outcomes that are possible here; by default all of its kind. */
  readonly outcomes?: readonly FaultOutcome[];
  readonly subject: FaultSubject;
  /** Retries under the same name fail again, and count as one. */
  readonly attempt?: string;
}

/** The faults of machines that are in force, sent by a local platform to its host agent. */
export interface FaultNotice {
  readonly type: 'faults';
  /** Raised by one with every change. Operations that an earlier fault holds up then continue. */
  readonly generation: number;
  readonly wheres: readonly FaultWhere[];
  /** Whether the host counts as lost: its agent is silent. */
  readonly lost: boolean;
}

/** A host agent's question to its local platform, or its confirmation. */
export type FaultCall =
  | { readonly type: 'fault'; readonly seq: number; readonly question: FaultQuestion }
  | { readonly type: 'faults'; readonly generation: number };

/** The answer to a question of the agent. */
export interface FaultAnswer {
  readonly type: 'fault';
  readonly seq: number;
  readonly struck: StruckFault | null;
}
