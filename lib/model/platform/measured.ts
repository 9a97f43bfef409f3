/** What scheduled tasks count each minute for the alarms of a deployment, and CloudWatch's unit of it. */
export const measures = {
  /** Hosts that were not heard for a minute, and are neither lost nor fenced. */
  HostsSilent: 'Count',
  /** Hosts that count as lost, and that no operator has fenced. */
  HostsLost: 'Count',
  /** Sizes of memory for which the hosts have almost no room left. */
  ClassesShort: 'Count',
  /** Schedules that have not come to an end in their time. */
  SchedulesUnfinished: 'Count',
  /** By how much the oldest workflow is overdue that a transaction intended. */
  OutboxAge: 'Seconds',
} as const;

export type Measure = keyof typeof measures;

/** A measurement: a number, or the things that are counted. */
export type Measured = Readonly<Partial<Record<Measure, number | readonly string[]>>>;
