import * as z from 'zod';
import { actions } from './actions.ts';
import { conditionKeys, fits, kindOf, operatorOf, operators, type WrittenValue, wanted } from './conditions.ts';
import { allowed } from './reach.ts';
import { resourceProblem } from './srn.ts';

const oneOrMany = z.union([z.string(), z.array(z.string()).min(1)]);
const written = z.union([z.string(), z.number(), z.boolean()]);
const values = z.union([written, z.array(written).min(1)]);

const statement = z.strictObject({
  Sid: z
    .string()
    .regex(/^[A-Za-z0-9_\-]{1,64}$/v, 'must be 1 to 64 of A-Z a-z 0-9 _ -')
    .optional()
    .describe('A name for the statement, unique in the document.')
    .meta({ example: 'Launch' }),
  Effect: z
    .enum(['Allow', 'Deny'])
    .describe('Whether it allows or denies. A Deny overrides every Allow.')
    .meta({ example: 'Allow' }),
  Action: oneOrMany
    .describe('The actions, with `*` and `?` as wildcards.')
    .meta({ example: ['compute:LaunchInstance', 'compute:List*'] }),
  Resource: oneOrMany.describe('The SRNs of the resources, with `*` and `?` as wildcards.').meta({ example: '*' }),
  Condition: z
    .record(z.string(), z.record(z.string(), values))
    .optional()
    .describe(
      'The conditions under which it applies: operators, each with condition keys and their values. All must be met.',
    )
    .meta({ example: { NumericLessThanEquals: { 'svc:PlanPriceMonthly': 2000 } } }),
});

/** The shape of a document, which every stored document has. Actions, resources and conditions are not checked. */
export const documentShape = z.strictObject({
  Version: z.literal('2026-11-01').describe('The version of the policy language.'),
  Statement: z.array(statement).min(1).describe('The statements, in any order.'),
});

export type PolicyDocument = z.infer<typeof documentShape>;
export type Statement = PolicyDocument['Statement'][number];

const MAX_CHARACTERS = 6144;

type Path = (string | number)[];
/**
 * Reports a problem at a path. With `named` the message names the value itself, and the value is not repeated before
 * it.
 */
type Report = (path: Path, problem: string | { named: string }) => void;
type Problem = Parameters<Report>[1];

/**
 * The schema of a new document with these actions. It reports every fault of a document at once, each with its place
 * and the allowed values: actions, resources and conditions are also checked where the shape has a fault elsewhere.
 */
export function policyDocumentOver(catalogue: readonly string[]) {
  const known = catalogue.map((action) => action.toLowerCase());
  return documentShape.superRefine(
    (document: unknown, context) => {
      const report: Report = (path, problem) => {
        const [message, params] = typeof problem === 'string' ? [problem] : [problem.named, { named: true }];
        context.addIssue({ code: 'custom', path, message, input: document, ...(params ? { params } : {}) });
      };
      const { length } = JSON.stringify(document) ?? '';
      if (length > MAX_CHARACTERS) report([], `has ${length} characters (at most ${MAX_CHARACTERS})`);
      else checkStatements(listIn(document, 'Statement'), known, report);
    },
    { when: () => true },
  );
}

/** The document of a new policy (contract 1.10). */
export const policyDocument = policyDocumentOver(actions);

function checkStatements(statements: readonly unknown[], known: readonly string[], report: Report): void {
  const sids = new Set<unknown>();
  for (const [i, each] of statements.entries()) {
    const { Sid, Action, Resource, Condition } = fieldsOf(each);
    const place = ['Statement', i];
    if (typeof Sid === 'string' && sids.has(Sid)) report([...place, 'Sid'], 'names two statements');
    sids.add(Sid);
    eachOf(
      Action,
      [...place, 'Action'],
      ifText((pattern) => actionProblem(pattern, known)),
      report,
    );
    eachOf(Resource, [...place, 'Resource'], ifText(resourceProblem), report);
    for (const [name, keys] of Object.entries(fieldsOf(Condition))) {
      if (isObject(keys)) checkOperator(name, keys, [...place, 'Condition', name], report);
    }
  }
}

/** The fields of an object; none of anything else, which the shape reports. */
const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listIn(value: unknown, field: string): readonly unknown[] {
  const list = fieldsOf(value)[field];
  return Array.isArray(list) ? list : [];
}

/** Reports problems at the field, or at the elements of its array. */
function eachOf(field: unknown, path: Path, problem: (value: unknown) => Problem | undefined, report: Report): void {
  const list = Array.isArray(field) ? field : [field];
  for (const [i, value] of list.entries()) {
    const found = problem(value);
    if (found) report(Array.isArray(field) ? [...path, i] : path, found);
  }
}

const ifText =
  (problem: (text: string) => Problem | undefined) =>
  (value: unknown): Problem | undefined =>
    typeof value === 'string' ? problem(value) : undefined;

function actionProblem(pattern: string, known: readonly string[]): Problem | undefined {
  return known.some(allowed(pattern)) ? undefined : { named: `unknown action ${JSON.stringify(pattern)}` };
}

function checkOperator(name: string, keys: Record<string, unknown>, path: Path, report: Report) {
  const operator = operatorOf(name);
  if (!operator) return report(path, `unknown operator "${name}" (${Object.keys(operators).join(', ')})`);
  if (Object.keys(keys).length === 0) report(path, `needs at least one key (${conditionKeys.join(', ')})`);
  for (const [key, value] of Object.entries(keys)) {
    const place = [...path, key];
    const kind = kindOf(key);
    if (!kind) report(place, { named: `unknown condition key "${key}" (${conditionKeys.join(', ')})` });
    else if (kind !== operator.kind) report(place, { named: `${name} does not fit ${key} (${fitting(kind)})` });
    else
      eachOf(
        value,
        place,
        (one) => (!isWritten(one) || fits(kind, one) ? undefined : `is not ${wanted[kind]}`),
        report,
      );
  }
}

const isWritten = (value: unknown): value is WrittenValue => written.safeParse(value).success;

const fitting = (kind: string): string =>
  Object.entries(operators)
    .filter(([, rule]) => rule.kind === kind)
    .map(([name]) => name)
    .join(', ');
