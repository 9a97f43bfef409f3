import type { Args } from '#lib/client/methods.ts';
import type { Asg, ScalingPolicy } from '#lib/generated/client/schemas.ts';
import { draftOf, newRule, type RuleDraft, ruleBody } from '#lib/web/pages/compute/rule-draft.ts';
import type { Row } from '#lib/web/parts/row.ts';

/* What is typed into the forms of a group, and what is sent of it. '' is nothing, or the platform's default. */

/** What new members are made of, and how the group sees to them. */
export interface TemplateDraft {
  readonly type: string;
  readonly image: string;
  /** Whether they run the program of their image. */
  readonly runs: boolean;
  readonly key: string;
  readonly userData: string;
  /** Whether members have the two default rules of the firewall, or those of `rules`. */
  readonly firewall: 'default' | 'own';
  readonly rules: readonly (RuleDraft & Row)[];
  readonly balancer: string;
  readonly port: string;
  readonly policy: 'none' | ScalingPolicy['metric'];
  readonly target: string;
  readonly cooldown: string;
  readonly scaleIn: boolean;
  readonly health: Asg['health_check']['type'];
  readonly grace: string;
}

/** How many members there are. */
export interface SizesDraft {
  readonly min: string;
  readonly desired: string;
  readonly max: string;
}

export const newTemplate: TemplateDraft = {
  type: '',
  image: '',
  runs: false,
  key: '',
  userData: '',
  firewall: 'default',
  rules: [{ ...newRule, key: 0 }],
  balancer: '',
  port: '',
  policy: 'none',
  target: '60',
  cooldown: '300',
  scaleIn: true,
  health: 'instance',
  grace: '300',
};

/** The template of a group as its form begins with it. */
export function templateOf(group: Asg): TemplateDraft {
  const { scaling_policy: policy, health_check } = group;
  return {
    type: group.instance_type_id,
    image: group.image_id,
    runs: group.run_entrypoint,
    key: group.ssh_key_id ?? '',
    userData: group.user_data ?? '',
    firewall: group.firewall_rules ? 'own' : 'default',
    rules: group.firewall_rules?.map((rule, key) => ({ ...draftOf(rule), key })) ?? newTemplate.rules,
    balancer: group.load_balancer_id ?? '',
    port: group.backend_port === null ? '' : String(group.backend_port),
    policy: policy?.metric ?? 'none',
    target: String(policy?.target_percent ?? newTemplate.target),
    cooldown: String(policy?.cooldown_seconds ?? newTemplate.cooldown),
    scaleIn: policy?.scale_in_enabled ?? true,
    health: health_check.type,
    grace: String(health_check.grace_period_seconds),
  };
}

/** The sizes of a group as its form begins with them. */
export const sizesOf = ({ min_size, desired_capacity, max_size }: Asg): SizesDraft => ({
  min: String(min_size),
  desired: String(desired_capacity),
  max: String(max_size),
});

type UpdateBody = NonNullable<Args<'updateAutoScalingGroup'>['body']>;

/** Everything that is sent of a template. */
export function templateBody(draft: TemplateDraft) {
  return {
    instance_type_id: draft.type,
    image_id: draft.image,
    run_entrypoint: draft.runs,
    ssh_key_id: draft.key || null,
    user_data: draft.userData || null,
    firewall_rules: draft.firewall === 'own' ? draft.rules.map(ruleBody) : null,
    load_balancer_id: draft.balancer || null,
    backend_port: draft.port ? Number(draft.port) : null,
    scaling_policy: policyBody(draft),
    health_check: { type: draft.health, grace_period_seconds: Number(draft.grace) },
  } satisfies UpdateBody;
}

const policyBody = ({ policy, target, cooldown, scaleIn }: TemplateDraft): ScalingPolicy | null =>
  policy === 'none'
    ? null
    : {
        metric: policy,
        target_percent: Number(target),
        cooldown_seconds: Number(cooldown),
        scale_in_enabled: scaleIn,
      };

/** What is sent of the sizes. */
export const sizesBody = ({ min, desired, max }: SizesDraft) => ({
  min_size: Number(min),
  ...(desired && { desired_capacity: Number(desired) }),
  max_size: Number(max),
});

/** What of a body differs from another one: a change names nothing that stays as it is. */
export const changesIn = <T extends object>(next: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
    ),
  ) as Partial<T>;

/** A body without what has no value, or is not to be: a creation names nothing that is not asked for. */
export const withoutNothing = <T extends object>(body: T): { [K in keyof T]: Exclude<T[K], null> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== false)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };
