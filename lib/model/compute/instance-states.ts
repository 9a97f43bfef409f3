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

/** Seconds that a transient status may last before the operation is abandoned (contract 3.1). */
export const deadlines: Partial<Record<InstanceStatus, number>> = {
  provisioning: 180,
  stopping: 90,
  starting: 120,
  rebooting: 120,
  restoring: 600,
  terminating: 300,
};

/** Seconds that the pull of a launch's image may take, before those of the launch itself (contract 3.1). */
export const pullSeconds = 1800;

/** What an instance says while its image is pulled. */
export const pulling = (image: string, percent: number): string => `image ${image} is being pulled: ${percent} %`;

export const isTransient = (status: InstanceStatus): boolean => status in deadlines;

/** Words of `allowed_actions` (contract 1.1). */
export const actions = [
  'start',
  'stop',
  'reboot',
  'terminate',
  'resize',
  'convert_disk',
  'create_snapshot',
  'restore',
  'attach_volume',
  'detach_volume',
  'attach_elastic_ip',
  'detach_elastic_ip',
  'open_console',
] as const;
export type InstanceAction = (typeof actions)[number];

/** All but `terminating` and `terminated`, the last two. */
const liveStatuses = statuses.slice(0, -2);

/**
 * Operations besides a termination that may not have to wait for a lost host: a start on another host of the same
 * disks, and changes of addresses from a pool that other hosts also offer.
 */
export type Meanwhile = Extract<InstanceAction, 'start' | 'attach_elastic_ip' | 'detach_elastic_ip'>;

/** The facts besides the status that the condition of an operation depends on. */
export interface Facts {
  has_disk: boolean;
  elastic_ip: unknown;
  volume_ids: readonly string[];
  termination_protection: boolean;
  /** Whether its host is lost. The operations in `meanwhile` need not wait for it. */
  lost?: boolean | undefined;
  meanwhile?: readonly Meanwhile[] | undefined;
}

interface Rule {
  from: readonly InstanceStatus[];
  /** The required status, as the refusal names it. */
  requires: string;
  /** A condition beyond the status. */
  when?: (facts: Facts) => boolean;
}

/** An instance whose launch failed has no disk, both in status error and after a forced stop has made it stopped. */
const hasDisk = (facts: Facts) => facts.has_disk;

const live: Rule = { from: liveStatuses, requires: 'any other' };
const stoppedWithDisk: Rule = { from: ['stopped'], requires: 'stopped', when: hasDisk };

/** The table of contract 3.1: the statuses that allow each operation. Any other status is refused with 409. */
const rules: Record<InstanceAction, Rule> = {
  start: { from: ['stopped', 'error'], requires: 'stopped', when: hasDisk },
  stop: { from: ['running', 'error'], requires: 'running' },
  reboot: { from: ['running'], requires: 'running' },
  terminate: live,
  resize: stoppedWithDisk,
  convert_disk: stoppedWithDisk,
  create_snapshot: { from: ['running', 'stopped', 'error'], requires: 'running or stopped', when: hasDisk },
  restore: { from: ['running', 'stopped', 'error'], requires: 'running or stopped' },
  attach_volume: { from: ['running', 'stopped'], requires: 'running or stopped' },
  detach_volume: {
    from: ['running', 'stopped', 'error'],
    requires: 'running or stopped',
    when: (facts) => facts.volume_ids.length > 0,
  },
  attach_elastic_ip: { ...live, when: (facts) => !facts.elastic_ip },
  detach_elastic_ip: { ...live, when: (facts) => Boolean(facts.elastic_ip) },
  open_console: { from: ['running'], requires: 'running' },
};

/** The operations that are allowed while a side operation (`task`) is in progress. */
const allowedDuringTask: readonly InstanceAction[] = [
  'terminate',
  'attach_elastic_ip',
  'detach_elastic_ip',
  'open_console',
];

/** Whether an operation has to wait until a lost host has come back (contract 4.13). */
function waitsForHost(action: InstanceAction, { lost, meanwhile = [], elastic_ip, volume_ids }: Facts): boolean {
  if (!lost || action === 'terminate') return false;
  // Volumes and addresses on the lost host would be missing on another one.
  const isBound = action === 'start' && (volume_ids.length > 0 || Boolean(elastic_ip));
  return isBound || !meanwhile.some((word) => word === action);
}

/**
 * The operations allowed in this status and during this task, in the contract's order. A protected instance cannot be
 * terminated, and most operations on an instance of a lost host must wait.
 */
export function allowedActions(status: InstanceStatus, facts: Facts, task: string | null = null): InstanceAction[] {
  return actions
    .filter((action) => isAllowed(action, status, facts) && (task === null || allowedDuringTask.includes(action)))
    .filter((action) => action !== 'terminate' || !facts.termination_protection)
    .filter((action) => !waitsForHost(action, facts));
}

/** Whether contract 3.1 allows the operation in this status, given these facts. */
export function isAllowed(action: InstanceAction, status: InstanceStatus, facts: Facts): boolean {
  const rule = rules[action];
  return rule.from.includes(status) && (rule.when?.(facts) ?? true);
}

/** The statuses that an operation leads to. A refusal in one of them says that the instance is already there. */
const leadsTo: Partial<Record<InstanceAction, readonly InstanceStatus[]>> = {
  start: ['running', 'starting'],
  stop: ['stopped', 'stopping'],
  reboot: ['rebooting'],
};

/** Operations that need a disk, and the purpose that the refusal names. */
const needsDisk: Partial<Record<InstanceAction, string>> = {
  start: 'start from',
  resize: 'keep',
  convert_disk: 'convert',
};

/** The 409 of contract 3.1 for an operation that the status does not allow. */
export function wrongState(id: string, action: InstanceAction, status: InstanceStatus, condition?: string): ApiError {
  const text = condition ? `is in status ${status}; ${action} then requires ${condition}` : explain(action, status);
  return new ApiError('wrong_state', `instance ${id} ${text}`, {
    ...(isTransient(status) ? { retryAfter: 5 } : {}),
  });
}

/** Names of operations in refusals, where they differ from the kind. */
const operationNames: Record<string, string> = {
  attach_volume: 'volume attachment',
  detach_volume: 'volume detachment',
  create_snapshot: 'snapshot',
  restore_snapshot: 'snapshot restore',
  convert_disk: 'disk conversion',
};

/** The 409 for an operation that must wait for the one in progress (contract 3.1). */
export function inProgress(
  id: string,
  action: InstanceAction,
  { kind, subject }: { kind: string; subject?: string | undefined },
): ApiError {
  const what = `a ${operationNames[kind] ?? kind} in progress${subject ? ` (${subject})` : ''}`;
  const text = `instance ${id} has ${what}; ${action.replaceAll('_', ' ')} must wait`;
  return new ApiError('operation_in_progress', text, { retryAfter: 5 });
}

function explain(action: InstanceAction, status: InstanceStatus): string {
  const verb = action.replaceAll('_', ' ');
  if (leadsTo[action]?.includes(status)) return `is already ${status}`;
  if (action in needsDisk && rules[action].from.includes(status)) {
    return `is in status ${status} and has no disk to ${needsDisk[action]}; terminate it`;
  }
  if (action === 'reboot' && status === 'stopped') return 'is stopped, not running; reboot requires status running';
  return `is ${status === 'error' ? 'in status error' : status}; ${verb} requires status ${rules[action].requires}`;
}
