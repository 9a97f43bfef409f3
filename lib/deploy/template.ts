/** One resource of a CloudFormation template. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: unknown;
  [attribute: string]: unknown;
}

/** A CloudFormation template, as the framework compiles it. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, object>;
  [section: string]: unknown;
}

/** One statement of an IAM policy. */
export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/**
 * A package that cannot be made from the service's files. The message says what to change; a stack trace does not help.
 */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}

export const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

/** The logical id to which a Ref or a GetAtt refers; undefined for anything else. */
export function referred(value: unknown): string | undefined {
  const { Ref, 'Fn::GetAtt': getAtt } = (value ?? {}) as { Ref?: string; 'Fn::GetAtt'?: string[] };
  return Ref ?? getAtt?.[0];
}

/** Words of any notation in PascalCase: `table:read` and `start-instance` become `TableRead` and `StartInstance`. */
export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
