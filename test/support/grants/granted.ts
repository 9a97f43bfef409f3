import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ScalarTag } from 'yaml';
import { moduleOf } from '#lib/deploy/framework.ts';
import { functionRole, type Grants } from '#lib/deploy/roles.ts';
import { machineGrant, readMachines } from '#lib/deploy/state-machines.ts';
import type { Statement } from '#lib/deploy/template.ts';
import { readFunctions } from '#test/support/platform/functions.ts';
import { type Allowed, allowedBy } from './evaluate.ts';

/** What every function may do, and by which of its grants. */
export interface Granted {
  /** The grants of a function, by its handler's file without the extension. */
  functions: Record<string, { key: string; access: string[]; isRoute: boolean }>;
  /** The statements of each grant. */
  grants: Record<string, Allowed[]>;
}

/** The stack whose name the ARNs of state machines contain here. */
const stack = 'svc-test';

/** Intrinsic functions as a template has them. */
const intrinsics = [
  { tag: '!Ref', resolve: (text: string) => ({ Ref: text }) },
  { tag: '!Sub', resolve: (text: string) => ({ 'Fn::Sub': text }) },
  { tag: '!GetAtt', resolve: (text: string) => ({ 'Fn::GetAtt': text.split('.') }) },
] satisfies ScalarTag[];

/** Reads what functions.yml and access.yml below `root` say, as roles.ts makes roles of it. */
export function readGranted(root: string): Granted {
  const text = readFileSync(join(root, 'lib/deploy/access.yml'), 'utf8').replaceAll(
    '${self:service}-${sls:stage}',
    stack,
  );
  const grants = parse(text, { customTags: intrinsics }) as Grants;
  for (const { name } of readMachines(root)) grants[`sfn:${name}`] = machineGrant(stack, name);
  const functions: Granted['functions'] = {};
  for (const [key, fn] of readFunctions(root)) {
    const isRoute = (fn.events ?? []).some(({ httpApi }) => httpApi !== undefined);
    functions[moduleOf(fn)] = { key, access: fn.access ?? [], isRoute };
  }
  const names = Object.keys(grants);
  return {
    functions,
    grants: Object.fromEntries(names.map((name) => [name, statementsOf(name, grants).map(allowedBy)])),
  };
}

/** The statements of a role with this grant alone, without that for the logs, which every role has. */
function statementsOf(grant: string, grants: Grants): Statement[] {
  const { Policies } = functionRole([grant], grants, undefined).Properties;
  return (Policies as { PolicyDocument: { Statement: Statement[] } }[])[0]?.PolicyDocument.Statement.slice(1) ?? [];
}
