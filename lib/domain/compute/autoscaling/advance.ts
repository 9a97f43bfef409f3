import { resizeClaims, resizeInstance } from '#lib/domain/compute/instances/resize.ts';
import { startInstance } from '#lib/domain/compute/instances/start.ts';
import { stopInstance } from '#lib/domain/compute/instances/stop.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { isStale } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type AutoscaleRuleRecord, dropRule, putRule, readRule } from '#lib/store/compute/autoscale-rules.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { rehearse, transact } from '#lib/store/platform/write.ts';
import { evaluate, type Recommendation } from './evaluate.ts';

/** Seconds that a guest has to shut down before a resize cuts its power. */
const grace = 60;

/** More steps than any change needs. */
const maxSteps = 8;

/**
 * Takes every step of a rule that is possible now. With `operation`, only steps of the change that belongs to this
 * operation, and none once that change has ended. Returns the resulting rule, or undefined where it was deleted. Of two
 * simultaneous calls only one takes each step.
 */
export async function advanceRule(
  account: string,
  instance: string,
  operation?: string,
): Promise<AutoscaleRuleRecord | undefined> {
  for (let steps = 0; ; steps++) {
    const { record, rule } = await readRule(account, instance);
    if (!rule || !isCarriedOnBy(rule, operation)) return rule;
    try {
      if (steps === maxSteps || !(await takeStep(rule, record))) return rule;
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
}

const isCarriedOnBy = (rule: AutoscaleRuleRecord, operation: string | undefined): boolean =>
  operation === undefined || rule.operation === operation;

/** Takes one step; false where none is possible now. Throws Stale where another call took it. */
async function takeStep(rule: AutoscaleRuleRecord, record: InstanceRecord | undefined): Promise<boolean> {
  if (!record || record.status === 'terminated') return done(transact([dropRule(rule)]));
  const now = civilNow();
  if (rule.change) return continueChange({ rule, record, now, change: rule.change });
  const recommendation = await evaluate(rule, record, now);
  return recommendation ? done(decide({ rule, record, now }, recommendation)) : false;
}

const done = (work: Promise<unknown>): Promise<true> => work.then(() => true);

/** A rule, its instance, and the time of the evaluation. */
interface Case {
  rule: AutoscaleRuleRecord;
  record: InstanceRecord;
  now: Date;
}

/** Records what the rule recommends. In mode `apply` it begins the change, unless the resize would be refused. */
async function decide({ rule, record, now }: Case, { type, reason }: Recommendation): Promise<void> {
  const refusal = rule.mode === 'apply' ? await refusalOf(rehearse(resizeClaims(record, type))) : undefined;
  const last_decision = {
    at: rfc3339(now),
    from: record.instance_type_id,
    to: refusal ? record.instance_type_id : type.id,
    reason: refusal ? `${reason}; ${type.id} refused: ${refusal.message}` : reason,
  };
  const next = { ...rule, last_decision, scaled_at: rfc3339(now) };
  if (refusal || rule.mode === 'recommend') return transact([putRule(rule, next)]);
  await stopForChange({ rule, record, now }, next, type.id);
}

/**
 * Stops the instance and opens the change in one transaction, so that a change is open only if the rule stopped the
 * instance.
 */
async function stopForChange({ rule, record, now }: Case, next: AutoscaleRuleRecord, to: string): Promise<void> {
  const { account_id, instance_id } = rule;
  const operation = newId('operation', now);
  const workflow = { operation, machine: 'scale', input: { operation, account_id, instance_id } };
  const change = { from: record.instance_type_id, to };
  const opened = putRule(rule, { ...next, change, operation });
  const context = actor(rule, now);
  const stopping: Context = {
    ...context,
    commit: ({ writes, alerts = [], ...rest }) =>
      context.commit({ ...rest, writes: [opened, ...writes], alerts: [...alerts, workflow] }),
  };
  // The reason for a refusal may be temporary; the next evaluation decides again.
  await refusalOf(stopInstance(stopping, { id: instance_id, force: false, timeout_seconds: grace }));
}

/** The next step of a change: stopped → resized → started → running. */
async function continueChange({
  rule,
  record,
  now,
  change,
}: Case & { change: { from: string; to: string } }): Promise<boolean> {
  const context = actor(rule, now);
  const { instance_id: id } = rule;
  switch (record.status) {
    case 'stopping':
    case 'starting':
      return false;
    case 'stopped': {
      if (record.operation) return false;
      if (record.instance_type_id === change.to) return startAgain({ rule, record, now }, context);
      const refusal = await refusalOf(resizeInstance(context, { id, instance_type_id: change.to, keep_disk: true }));
      if (!refusal) return true;
      return done(transact([putRule(rule, withRefusedResize(rule, change, refusal.message))]));
    }
    default:
      return done(transact([putRule(rule, afterChange(rule, now, mismatchNote(record, change.to)))]));
  }
}

async function startAgain({ rule, now }: Case, context: Context): Promise<boolean> {
  const refusal = await refusalOf(startInstance(context, { id: rule.instance_id }));
  if (!refusal) return true;
  if (refusal.retryAfter !== undefined) return false;
  return done(transact([putRule(rule, afterChange(rule, now, `; not started: ${refusal.message}`))]));
}

/** A note for the decision if the instance did not become what the change intended; otherwise empty. */
const mismatchNote = ({ status, instance_type_id }: InstanceRecord, to: string): string =>
  status === 'running' && instance_type_id === to ? '' : `; it ended as ${instance_type_id} in status ${status}`;

/** The rule after its change has ended, successful or not. The cooldown starts now. */
const afterChange = (rule: AutoscaleRuleRecord, now: Date, note = ''): AutoscaleRuleRecord => ({
  ...rule,
  ...withNote(rule, note),
  change: null,
  operation: null,
  scaled_at: rfc3339(now),
});

/** The rule after a refused resize: the instance keeps its type and only needs to be started. */
const withRefusedResize = (
  rule: AutoscaleRuleRecord,
  { from, to }: { from: string; to: string },
  why: string,
): AutoscaleRuleRecord => ({
  ...rule,
  ...withNote(rule, `; ${to} refused: ${why}`, from),
  change: { from, to: from },
});

const withNote = ({ last_decision: last }: AutoscaleRuleRecord, note: string, to = last?.to) => ({
  last_decision: last && { ...last, to: to ?? last.to, reason: `${last.reason}${note}`.slice(0, 500) },
});

/** The context in which a rule acts: the platform's, with a name for events. */
function actor({ account_id }: AutoscaleRuleRecord, now: Date): Context {
  const context = systemContext(account_id, now);
  return { ...context, principal: { ...context.principal, name: 'autoscale rule' } };
}

/** The ApiError with which the work was refused, or undefined where it succeeded. Other errors are thrown. */
async function refusalOf(work: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
