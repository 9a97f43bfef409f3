import * as z from 'zod';
import type { Source } from '#lib/model/platform/source.ts';
import { conditionKeys, fits, type Kind, kindOf, readNumber, readTime, readTruth, wanted } from './conditions.ts';

/** The values of a request's condition keys; a key that does not apply is absent. */
export type ConditionContext = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/**
 * The condition values of every request: its source, the use of a one-time code, and civil time. A machine has a VPC
 * and an instance, and no address, which would be private: other tenants' machines have it too (contract 1.10).
 */
export const requestFacts = ({ source_ip, inside }: Source, mfa: boolean, now: Date): ConditionContext => ({
  ...(inside
    ? { 'svc:SourceVpc': inside.vpc_id, 'svc:SourceInstance': inside.instance_id }
    : { 'svc:SourceIp': source_ip }),
  'svc:MfaPresent': mfa,
  'svc:CurrentTime': now,
});

/** A resource's tags as condition values. */
export const tagFacts = (tags: Readonly<Record<string, string>>): ConditionContext =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [`svc:Tag/${key}`, value]));

/** The condition values of a simulation, written as in a policy. 400 for an unknown key or a value of another kind. */
export const simulatedContext = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .superRefine((written, context) => {
    for (const [key, value] of Object.entries(written)) {
      const kind = kindOf(key);
      const issue = { code: 'custom' as const, path: [key], input: value };
      const message = `unknown condition key "${key}" (${conditionKeys.join(', ')})`;
      if (!kind) context.addIssue({ ...issue, message, params: { named: true } });
      else if (!fits(kind, value)) context.addIssue({ ...issue, message: `is not ${wanted[kind]}` });
    }
  })
  .transform((written): ConditionContext => {
    const pairs = Object.entries(written).map(([key, value]) => [key, readers[kindOf(key) ?? 'text'](value)]);
    return Object.fromEntries(pairs);
  })
  .describe('The values of condition keys, as in a policy.')
  .meta({ example: { 'svc:SourceIp': '198.51.100.7', 'svc:MfaPresent': true } });

const readers: Record<Kind, (value: string | number | boolean) => ConditionContext[string]> = {
  text: String,
  address: String,
  truth: readTruth,
  number: readNumber,
  time: (value) => new Date(readTime(value) ?? Number.NaN),
};
