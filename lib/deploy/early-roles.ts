import { type Resource, referred } from './template.ts';

/** Services that assume a role, and ask what it allows, while AWS makes what has the role. */
const checking = ['scheduler.amazonaws.com', 'states.amazonaws.com'];

/**
 * Has the roles of schedules and workflows name functions by their names. A new role is not known everywhere at once,
 * and a schedule or a state machine that is made with it in the same moment is refused. Named so, these roles wait for
 * no function and are made first; what has them waits for its functions, and so for some minutes.
 */
export function makeRolesFirst(resources: Readonly<Record<string, Resource>>): void {
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== 'AWS::IAM::Role' || !isOf(checking, Properties)) continue;
    Properties.Policies = byName(Properties.Policies, resources);
  }
}

const isOf = (services: readonly string[], { AssumeRolePolicyDocument }: Resource['Properties']): boolean =>
  services.some((service) => JSON.stringify(AssumeRolePolicyDocument).includes(`"${service}"`));

function byName(value: unknown, resources: Readonly<Record<string, Resource>>): unknown {
  if (Array.isArray(value)) return value.map((one) => byName(one, resources));
  if (typeof value !== 'object' || value === null) return value;
  const named = resources[referred(value) ?? ''];
  if (named?.Type === 'AWS::Lambda::Function') {
    const arn = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function`;
    return { 'Fn::Sub': `${arn}:${named.Properties.FunctionName}` };
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, byName(one, resources)]));
}
