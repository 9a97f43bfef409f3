import { normalRule, refuseDuplicates } from '#lib/domain/compute/firewall/rules.ts';
import { type LaunchInputs, readInputs } from '#lib/domain/compute/instances/launch-inputs.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { RuleInput, TemplateRule } from '#lib/model/compute/firewall.ts';
import type { InstanceType } from '#lib/model/platform/catalog.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { AsgRecord } from '#lib/store/compute/asgs.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { checkQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Sizes = Pick<AsgRecord, 'min_size' | 'max_size' | 'desired_capacity'>;

/** The sizes of a group. 400 where they contradict one another. */
export function sizesOf({ min_size, max_size }: Omit<Sizes, 'desired_capacity'>, desired_capacity: number): Sizes {
  if (min_size > max_size) throw invalid(`min_size: ${min_size} is greater than max_size ${max_size}`);
  if (desired_capacity < min_size || desired_capacity > max_size) {
    throw invalid(`desired_capacity: ${desired_capacity} is outside ${min_size} to ${max_size} (min_size to max_size)`);
  }
  return { min_size, max_size, desired_capacity };
}

type Template = Pick<
  AsgRecord,
  'instance_type_id' | 'image_id' | 'ssh_key_id' | 'firewall_rules' | 'user_data' | 'run_entrypoint'
> & {
  vpc_id?: string | undefined;
};

/** The template for launching members now. 400 and 404 where a launch with it would be refused. */
export const readTemplate = (
  context: Context,
  { instance_type_id, image_id, ssh_key_id, firewall_rules, vpc_id, user_data, run_entrypoint }: Template,
): Promise<LaunchInputs> =>
  readInputs(context, {
    name: '',
    instance_type_id,
    image_id,
    ssh_key_id: ssh_key_id ?? undefined,
    vpc_id,
    firewall_rules: firewall_rules ?? undefined,
    user_data: user_data ?? undefined,
    run_entrypoint,
    tags: {},
    termination_protection: false,
  });

/** The firewall rules of new members; null where they have the default ones. 400 where two allow the same flow. */
export function templateRules(rules: readonly RuleInput[] | null): TemplateRule[] | null {
  if (rules === null) return null;
  refuseDuplicates('firewall_rules', rules);
  return rules.map(normalRule);
}

type Balanced = Pick<AsgRecord, 'account_id' | 'vpc_id' | 'load_balancer_id' | 'backend_port' | 'health_check'>;

/**
 * Checks a group's load balancer settings. 404 where the load balancer does not exist, 409 where it is in another VPC,
 * 400 for a setting that needs a load balancer where the group has none.
 */
export async function checkBalancer({ account_id, vpc_id, load_balancer_id, ...rest }: Balanced): Promise<void> {
  if (load_balancer_id === null) return checkUnbalanced(rest);
  const balancer = await getLoadBalancer(account_id, load_balancer_id);
  if (!balancer) throw notFound('load balancer', load_balancer_id);
  if (balancer.vpc_id !== vpc_id) {
    const where = `load_balancer_id: ${load_balancer_id} is in ${balancer.vpc_id}`;
    throw new ApiError('wrong_state', `${where}; a group in ${vpc_id} needs one of its own VPC`);
  }
}

function checkUnbalanced({ backend_port, health_check }: Pick<Balanced, 'backend_port' | 'health_check'>): void {
  if (backend_port !== null) throw invalid(`backend_port: ${backend_port} needs a load_balancer_id`);
  if (health_check.type === 'load_balancer') throw invalid('health_check.type: load_balancer needs a load_balancer_id');
}

/**
 * Refuses with 403 where the account's quotas of instances and vCPUs have no room for this many more members of a type.
 * Takes nothing: each launch takes its own part.
 */
export const checkRoom = (account: string, more: number, { cpu }: InstanceType): Write[] =>
  more > 0 ? [checkQuota(account, 'instances', more), checkQuota(account, 'vcpus', more * cpu)] : [];

const invalid = (message: string): ApiError => new ApiError('validation_failed', message);
