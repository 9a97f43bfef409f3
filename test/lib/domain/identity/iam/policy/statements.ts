import { compilePolicy } from '#lib/domain/identity/iam/policy/compile.ts';
import { evaluate, type Verdict } from '#lib/domain/identity/iam/policy/evaluate.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import { policyDocument, type Statement } from '#lib/model/identity/policy/document.ts';

export const account = '482910337451';

export const instance = (id = 'i-1') => `srn:compute:in-mum:${account}:instance/${id}`;

/** A policy of these statements, each allowing everything but for what it says; refuses an invalid one. */
export function policyOf(...statements: Partial<Statement>[]) {
  return compilePolicy('pol-1', policyDocument.parse(documentOf(...statements)));
}

/** The document of these statements, unchecked. */
export const documentOf = (...statements: object[]) => ({
  Version: '2026-11-01',
  Statement: statements.map((statement) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...statement })),
});

/** The verdict of one policy of these statements. */
export function decide(
  statements: Partial<Statement>[],
  { action = 'compute:StartInstance', resource = instance(), context = {} as ConditionContext } = {},
): Verdict['decision'] {
  return evaluate([policyOf(...statements)], { action, resource, context }).decision;
}
