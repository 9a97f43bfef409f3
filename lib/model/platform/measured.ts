/** The measurements of scheduled tasks for the alarms of a deployment, with CloudWatch's unit. */
export const measures = {
  /** Hosts without a heartbeat for a minute that are neither lost nor fenced. */
  HostsSilent: 'Count',
  /** Hosts that count as lost and that no operator has fenced. */
  HostsLost: 'Count',
  /** Memory sizes for which the hosts have almost no room left. */
  ClassesShort: 'Count',
  /** Scheduled tasks that have not finished in time. */
  SchedulesUnfinished: 'Count',
  /** How long the oldest intended workflow is overdue. */
  OutboxAge: 'Seconds',
  /** An account whose books do not agree, when that is found. */
  LedgerDifferences: 'Count',
  /** Records of the daily sample that do not fit their schemas. */
  RecordsUnfit: 'Count',
} as const;

export type Measure = keyof typeof measures;

/** A measurement: a number, or the names of what is counted. */
export type Measured = Readonly<Partial<Record<Measure, number | readonly string[]>>>;
