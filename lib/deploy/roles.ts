import { DeployError, pascal, type Resource, type Statement } from './template.ts';

/** What each grant that a function may name in `access` allows. */
export type Grants = Record<string, Statement[]>;

/** A role that one AWS service may assume, with one inline policy; without a policy where it is allowed nothing. */
export function role(service: string, statements: Statement[], managedPolicies: unknown[] = []): Resource {
  const policy = { PolicyName: 'access', PolicyDocument: { Version: '2012-10-17', Statement: statements } };
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: `${service}.amazonaws.com` }, Action: 'sts:AssumeRole' }],
      },
      ...(statements.length > 0 && { Policies: [policy] }),
      ...(managedPolicies.length > 0 && { ManagedPolicyArns: managedPolicies }),
    },
  };
}

/** The logical id of the role for a set of grants, in any order: [] is LogsOnlyRole. */
export function roleId(access: readonly string[]): string {
  return `${pascal([...new Set(access)].sort().join(' ')) || 'LogsOnly'}Role`;
}

/**
 * One role for each distinct set of grants, by logical id. Throws DeployError for a function without `access`, for an
 * unknown grant, and for two sets with the same id.
 */
export function planRoles(
  functions: Iterable<readonly [string, readonly string[] | undefined]>,
  grants: Grants,
): Map<string, string[]> {
  const roles = new Map<string, string[]>();
  for (const [key, access] of functions) {
    if (!access) throw new DeployError(`function ${key}: say its "access" (an empty list is allowed)`);
    const unknown = access.find((grant) => !grants[grant]);
    if (unknown) throw new DeployError(`function ${key}: there is no grant "${unknown}"`);
    const id = roleId(access);
    const granted = [...new Set(access)].sort();
    const present = roles.get(id) ?? granted;
    if (present.join() !== granted.join())
      throw new DeployError(`the grants ${granted} and ${present} make one name, ${id}`);
    roles.set(id, granted);
  }
  return roles;
}

/** A Lambda role that has these grants and may write to the log group. */
export function functionRole(access: readonly string[], grants: Grants, logGroupArn: unknown): Resource {
  const logs: Statement = {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: logGroupArn,
  };
  return role('lambda', [logs, ...access.flatMap((grant) => grants[grant] ?? [])]);
}
