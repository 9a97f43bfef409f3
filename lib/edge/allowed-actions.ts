import { isAllowed } from '#lib/domain/identity/iam/authorize.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { type Principal, srn } from '#lib/model/platform/principal.ts';
import type { Kind } from '#lib/model/platform/reference.ts';
import type { Exchange } from './exchange.ts';
import { callerFacts } from './steps/policy.ts';

/** A resource of a reply that says which actions its state allows. */
interface Shown {
  id: string;
  allowed_actions: readonly string[];
  tags?: Readonly<Record<string, string>>;
  instance_type_id?: string;
  plan?: { price_monthly: number };
  instance_id?: string | null;
  volume_ids?: readonly string[];
  elastic_ip?: { id: string } | null;
}

/** The IAM action of a word, with its resource where the route asks for permission on another one. */
type Demand = Action | { action: Action; on: (shown: Shown) => string };

/** The kind of a resource, and the permission that each word of its `allowed_actions` needs. */
interface Words {
  kind: Kind | 'webhook' | 'mandate' | 'subscription' | 'order' | 'invite';
  /** The resource that its routes check, where it is not `<kind>/<id>`. */
  resource?: string;
  words: Readonly<Record<string, Demand>>;
}

/**
 * By id prefix; `bucket` stands for buckets, whose ids have none. A contract test checks that every resource with
 * `allowed_actions` has a row here.
 */
export const wordsOf: Readonly<Record<string, Words>> = {
  i: {
    kind: 'instance',
    words: {
      start: 'compute:StartInstance',
      stop: 'compute:StopInstance',
      reboot: 'compute:RebootInstance',
      terminate: 'compute:TerminateInstance',
      resize: 'compute:ResizeInstance',
      convert_disk: 'compute:ConvertDisk',
      create_snapshot: 'compute:CreateSnapshot',
      restore: 'compute:RestoreSnapshot',
      attach_volume: { action: 'compute:AttachVolume', on: () => 'volume/*' },
      detach_volume: { action: 'compute:DetachVolume', on: ({ volume_ids }) => `volume/${volume_ids?.[0]}` },
      attach_elastic_ip: { action: 'compute:AttachElasticIp', on: () => 'elastic-ip/*' },
      detach_elastic_ip: { action: 'compute:DetachElasticIp', on: ({ elastic_ip }) => `elastic-ip/${elastic_ip?.id}` },
      open_console: 'compute:OpenConsole',
    },
  },
  vol: {
    kind: 'volume',
    words: {
      update: 'compute:UpdateVolume',
      delete: 'compute:DeleteVolume',
      attach: 'compute:AttachVolume',
      detach: 'compute:DetachVolume',
    },
  },
  snap: {
    kind: 'snapshot',
    words: {
      update: 'compute:UpdateSnapshot',
      delete: 'compute:DeleteSnapshot',
      restore: { action: 'compute:RestoreSnapshot', on: ({ instance_id }) => `instance/${instance_id}` },
    },
  },
  img: { kind: 'image', words: { update: 'compute:UpdateImage', delete: 'compute:DeleteImage' } },
  eip: {
    kind: 'elastic-ip',
    words: {
      update: 'compute:UpdateElasticIp',
      attach: 'compute:AttachElasticIp',
      detach: 'compute:DetachElasticIp',
      release: 'compute:ReleaseElasticIp',
    },
  },
  lb: {
    kind: 'load-balancer',
    words: {
      update: 'compute:UpdateLoadBalancer',
      delete: 'compute:DeleteLoadBalancer',
      add_backend: 'compute:AddLoadBalancerBackend',
      remove_backend: 'compute:RemoveLoadBalancerBackend',
    },
  },
  asg: {
    kind: 'asg',
    words: {
      update: 'compute:UpdateAutoScalingGroup',
      delete: 'compute:DeleteAutoScalingGroup',
      refresh: 'compute:UpdateAutoScalingGroup',
    },
  },
  whk: { kind: 'webhook', words: { update: 'notifications:UpdateWebhook', delete: 'notifications:DeleteWebhook' } },
  man: {
    kind: 'mandate',
    resource: 'autopay',
    words: {
      setup: 'billing:CreateAutopay',
      activate: 'billing:CreateAutopay',
      update: 'billing:UpdateAutopay',
      pause: 'billing:UpdateAutopay',
      resume: 'billing:UpdateAutopay',
      cancel: 'billing:CancelAutopay',
    },
  },
  ord: { kind: 'order', words: {} },
  ivt: { kind: 'invite', resource: 'team', words: { delete: 'team:RevokeInvite' } },
  sub: { kind: 'subscription', resource: 'subscription', words: { cancel: 'billing:CancelSubscription' } },
  bucket: { kind: 'bucket', words: { update: 'storage:UpdateBucket', delete: 'storage:DeleteBucket' } },
};

/**
 * Limits each resource's `allowed_actions`, alone or in a list, to those that the caller's policies also allow
 * (contract 1.1). Reads nothing: conditions see the tags, type and price that the reply shows. If an action applies to
 * another resource, its conditions see none.
 */
export async function narrowedReply(exchange: Exchange, reply: unknown): Promise<unknown> {
  const { principal } = exchange;
  if (!principal || principal.type === 'root' || !isObject(reply)) return reply;
  if (isShown(reply)) return narrowed(exchange, principal, reply);
  const fields = Object.entries(reply).map(async ([name, value]) => [name, await each(value)] as const);
  async function each(value: unknown): Promise<unknown> {
    if (!Array.isArray(value) || !value.some(isShown)) return value;
    return Promise.all(value.map((item) => (principal && isShown(item) ? narrowed(exchange, principal, item) : item)));
  }
  return Object.fromEntries(await Promise.all(fields));
}

async function narrowed(exchange: Exchange, principal: Principal, shown: Shown): Promise<Shown> {
  const prefix = exchange.route.action?.startsWith('storage:') ? 'bucket' : (shown.id.split('-', 1)[0] ?? '');
  const known = wordsOf[prefix];
  if (!known) return shown;
  const verdicts = await Promise.all(
    shown.allowed_actions.map((word) => isPermitted(exchange, principal, { shown, known, word })),
  );
  return { ...shown, allowed_actions: shown.allowed_actions.filter((_, at) => verdicts[at]) };
}

interface Question {
  shown: Shown;
  known: Words;
  word: string;
}

async function isPermitted(exchange: Exchange, principal: Principal, { shown, known, word }: Question) {
  const { kind, words } = known;
  const demand = words[word];
  if (!demand) return true;
  const own = { kind: kind as Kind, id: shown.id, tags: shown.tags ?? {}, as: [] };
  const { action, on } = typeof demand === 'string' ? { action: demand, on: undefined } : demand;
  const resource = on ? on(shown) : (known.resource ?? `${kind}/${shown.id}`);
  const [service = ''] = action.split(':');
  const act = {
    action,
    resource: srn(service, principal.account_id, resource),
    context: callerFacts(exchange),
    facts: () => (on ? {} : factsIn(shown)),
  };
  return isAllowed(principal, act, on ? [own] : []);
}

/** The condition values that a resource shows: its tags, and an instance's type and price. */
const factsIn = ({ tags, plan, instance_type_id }: Shown): ConditionContext => ({
  ...tagFacts(tags ?? {}),
  ...(plan && { 'svc:InstanceTypeId': instance_type_id, 'svc:PlanPriceMonthly': plan.price_monthly }),
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value is a resource with actions. A resource that the account could have but does not has the id null. */
const isShown = (value: unknown): value is Shown =>
  isObject(value) &&
  'id' in value &&
  typeof value.id === 'string' &&
  'allowed_actions' in value &&
  Array.isArray(value.allowed_actions);
