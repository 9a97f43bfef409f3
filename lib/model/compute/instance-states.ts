import { ApiError } from '#lib/model/platform/errors.ts';

export const statuses = [
  'provisioning',
  'running',
  'stopping',
  'stopped',
  'starting',
  'rebooting',
  'restoring',
  'error',
  'terminating',
  'terminated',
] as const;
export type InstanceStatus = (typeof statuses)[number];

/** Seconds that a transient status may last before the workflow gives it up (contract 3.1). */
export const deadlines: Partial<Record<InstanceStatus, number>> = {
  provisioning: 180,
  stopping: 90,
  starting: 120,
  rebooting: 120,
  restoring: 600,
  terminating: 300,
};

export const isTransient = (status: InstanceStatus): boolean => status in deadlines;

/** Words of `allowed_actions` (contract 1.1). */
export const actions = [
  'start',
  'stop',
  'reboot',
  'terminate',
  'resize',
  'create_snapshot',
  'restore',
  'attach_volume',
  'detach_volume',
  'attach_elastic_ip',
  'detach_elastic_ip',
  'open_console',
] as const;
export type InstanceAction = (typeof actions)[number];

const everyStatus = statuses.filter((status) => status !== 'terminating' && status !== 'terminated');

/** What an operation's condition may ask beyond the status. */
export interface Facts {
  has_disk: boolean;
  elastic_ip: unknown;
  volume_ids: readonly string[];
  termination_protection: boolean;
}

interface Rule {
  from: readonly InstanceStatus[];
  /** The status a refusal says is required. */
  requires: string;
  /** An extra condition where the status alone does not decide. */
  when?: (facts: Facts) => boolean;
}

/** A failed launch has no disk, in status error nor in the stopped that a forced stop makes of it. */
const onDisk = (facts: Facts) => facts.has_disk;

/** The table of contract 3.1, operation by status; whatever is not listed is refused with 409. */
const rules: Record<InstanceAction, Rule> = {
  start: { from: ['stopped', 'error'], requires: 'stopped', when: onDisk },
  stop: { from: ['running', 'error'], requires: 'running' },
  reboot: { from: ['running'], requires: 'running' },
  terminate: { from: everyStatus, requires: 'any other' },
  resize: { from: ['stopped'], requires: 'stopped', when: onDisk },
  create_snapshot: { from: ['running', 'stopped', 'error'], requires: 'running or stopped', when: onDisk },
  restore: { from: ['running', 'stopped', 'error'], requires: 'running or stopped' },
  attach_volume: { from: ['running', 'stopped'], requires: 'running or stopped' },
  detach_volume: {
    from: ['running', 'stopped', 'error'],
    requires: 'running or stopped',
    when: (facts) => facts.volume_ids.length > 0,
  },
  attach_elastic_ip: { from: everyStatus, requires: 'any other', when: (facts) => !facts.elastic_ip },
  detach_elastic_ip: { from: everyStatus, requires: 'any other', when: (facts) => Boolean(facts.elastic_ip) },
  open_console: { from: ['running'], requires: 'running' },
};

/** What a side operation (`task`) does not keep from being done beside it. */
const beside: readonly InstanceAction[] = ['terminate', 'attach_elastic_ip', 'detach_elastic_ip', 'open_console'];

/** The actions legal in this status, and beside this task, in the contract's order; a protected one is not terminated. */
export function allowedActions(status: InstanceStatus, facts: Facts, task: string | null = null): InstanceAction[] {
  return actions
    .filter((action) => isAllowed(action, status, facts) && (task === null || beside.includes(action)))
    .filter((action) => action !== 'terminate' || !facts.termination_protection);
}

/** Whether contract 3.1 allows the action in this status, with these facts. */
export function isAllowed(action: InstanceAction, status: InstanceStatus, facts: Facts): boolean {
  const rule = rules[action];
  return rule.from.includes(status) && (rule.when?.(facts) ?? true);
}

/** The status that an operation leads to, directly and in the end: being there already is worth its own words. */
const already: Partial<Record<InstanceAction, readonly InstanceStatus[]>> = {
  start: ['running', 'starting'],
  stop: ['stopped', 'stopping'],
  reboot: ['rebooting'],
};

/** What only a disk allows, where the status alone would. */
const diskless: Partial<Record<InstanceAction, string>> = { start: 'start from', resize: 'keep' };

/** The 409 of contract 3.1 for an operation that this status does not allow. */
export function wrongState(id: string, action: InstanceAction, status: InstanceStatus, condition?: string): ApiError {
  const text = condition ? `is in status ${status}; ${action} then requires ${condition}` : explain(action, status);
  return new ApiError('wrong_state', `instance ${id} ${text}`, {
    ...(isTransient(status) ? { retryAfter: 5 } : {}),
  });
}

/** What an operation is called that is under way, where its kind alone does not tell. */
const names: Record<string, string> = {
  attach_volume: 'volume attachment',
  detach_volume: 'volume detachment',
  create_snapshot: 'snapshot',
  restore_snapshot: 'snapshot restore',
};

/** The 409 for an operation that must wait for the one that holds the instance (contract 3.1). */
export function inProgress(
  id: string,
  action: InstanceAction,
  { kind, subject }: { kind: string; subject?: string | undefined },
): ApiError {
  const what = `a ${names[kind] ?? kind} in progress${subject ? ` (${subject})` : ''}`;
  const text = `instance ${id} has ${what}; ${action.replaceAll('_', ' ')} must wait`;
  return new ApiError('operation_in_progress', text, { retryAfter: 5 });
}

function explain(action: InstanceAction, status: InstanceStatus): string {
  const verb = action.replaceAll('_', ' ');
  if (already[action]?.includes(status)) return `is already ${status}`;
  if (action in diskless && rules[action].from.includes(status)) {
    return `is in status ${status} and has no disk to ${diskless[action]}; terminate it`;
  }
  if (action === 'reboot' && status === 'stopped') return 'is stopped, not running; reboot requires status running';
  return `is ${status === 'error' ? 'in status error' : status}; ${verb} requires status ${rules[action].requires}`;
}
