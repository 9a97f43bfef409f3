import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Statement, Template } from '#lib/deploy/template.ts';
import { callsOf } from '#test/support/grants/calls.ts';
import { type Allowed, allowedBy, allows, type Called } from '#test/support/grants/evaluate.ts';
import { account, region } from './account.ts';
import type { Made } from './resolve.ts';

/** A call as it reaches Amazon: who signs it, X-Amz-Target or the method and path, and the body. */
export interface Signed {
  readonly signer: string;
  readonly operation: string;
  readonly body: Buffer;
}

/** Answers the action that a role lacks for a call; undefined where the role has it. */
export type Refusal = (call: Signed) => string | undefined;

/**
 * Holds every call of a function against its role as the template has it, since moto holds none. A function signs with
 * its role's logical id as its key; other signers are people, who may do everything.
 */
export function permitsOf({ Resources }: Template, made: Made): Refusal {
  const roles = new Map<string, Allowed[]>();
  const statementsOf = (role: string): Allowed[] => {
    const { Policies = [] } = Resources[role]?.Properties ?? {};
    const documents = Policies as { PolicyDocument: { Statement: Statement[] } }[];
    const known = roles.get(role) ?? documents.flatMap((one) => one.PolicyDocument.Statement.map(allowedBy));
    roles.set(role, known);
    return known;
  };
  const idOf = new Map([...made].map(([id, name]) => [name, id]));
  return ({ signer, operation, body }) => {
    if (Resources[signer]?.Type !== 'AWS::IAM::Role') return undefined;
    const statements = statementsOf(signer);
    const lacking = calledBy(operation, body, idOf).find((call) => !statements.some((one) => allows(one, call)));
    return lacking && `${lacking.action} on ${lacking.resource} by ${signer}`;
  };
}

/** The role of a function, by its logical id. */
export const roleOf = ({ Resources }: Template, functionId: string): string =>
  /\$\{(\w+)\.Arn\}/.exec(JSON.stringify(Resources[functionId]?.Properties.Role))?.[1] ?? '';

function calledBy(operation: string, body: Buffer, idOf: ReadonlyMap<string, string>): Called[] {
  const [service = '', action = ''] = operation.split('.');
  if (service === 'DynamoDB_20120810') return callsOf(commandOf(action), plain(JSON.parse(body.toString('utf8'))));
  if (service === 'secretsmanager') {
    const { SecretId } = JSON.parse(body.toString('utf8'));
    return [{ action: `secretsmanager:${action}`, resource: idOf.get(SecretId) ?? SecretId }];
  }
  if (operation === 'POST /v2/email/outbound-emails')
    return [{ action: 'ses:SendEmail', resource: `arn:aws:ses:${region}:${account}:identity/any` }];
  return [{ action: operation, resource: '' }];
}

/** The command of the document client for an action: PutItem is Put, TransactWriteItems is TransactWrite. */
const commandOf = (action: string): string => `${action.replace(/Items?$/, '')}Command`;

/** An input with its items and keys as plain values; expressions stay as they are. */
function plain(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(plain);
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name === 'Key' || name === 'Item' ? unmarshall(value) : plain(value),
    ]),
  );
}
