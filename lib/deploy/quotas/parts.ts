import type { Body } from '#lib/deploy/http-api.ts';
import type { Resource, Template } from '#lib/deploy/template.ts';
import type { Measured } from './quota.ts';

type Properties = Resource['Properties'];

/** The resources of one type, without `AWS::`, with their properties. */
export const ofType = ({ Resources }: Template, type: string): [string, Properties][] =>
  Object.entries(Resources)
    .filter(([, { Type }]) => Type === `AWS::${type}`)
    .map(([id, resource]) => [id, resource.Properties]);

/** The OpenAPI documents of the stack's APIs. */
export const apis = (template: Template): [string, Body][] =>
  ofType(template, 'ApiGatewayV2::Api')
    .filter(([, { Body }]) => Body !== undefined)
    .map(([id, { Body }]) => [id, Body as Body]);

/** How many integrations an API's document has. */
export const integrationsOf = ({ components }: Body): number =>
  Object.keys((components as Record<string, object>)['x-amazon-apigateway-integrations'] ?? {}).length;

/** The documents of a role's own policies. */
export const documentsOf = ({ Policies = [] }: Properties): object[] =>
  (Policies as { PolicyDocument: object }[]).map(({ PolicyDocument }) => PolicyDocument);

/** Readers by the stream that they read. */
export function readers(template: Template): Measured[] {
  const counts = new Map<string, number>();
  for (const [, { EventSourceArn }] of ofType(template, 'Lambda::EventSourceMapping')) {
    const attribute = (EventSourceArn as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt']?.join('.');
    const stream = attribute ?? (isOfTable(EventSourceArn) ? 'Table.StreamArn' : JSON.stringify(EventSourceArn));
    counts.set(stream, (counts.get(stream) ?? 0) + 1);
  }
  return [...counts];
}

/** A stack has one table, its own or that of `tableName`, whose stream it names by its ARN. */
const isOfTable = (arn: unknown): boolean =>
  typeof arn === 'string' && arn.includes(':table/') && arn.includes('/stream/');

/** Bytes of a value: of its JSON, where it is no text. */
export const text = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** The longest ARN or name that takes the place of a reference. */
const LONGEST = 140;

/** Characters of a value once CloudFormation has replaced its references by the names of what it made. */
export function expanded(value: unknown): number {
  const isReference = (part: unknown) => Object.keys(part ?? {}).some((key) => key === 'Ref' || key.startsWith('Fn::'));
  const whole = JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && isReference(part) ? 'x'.repeat(LONGEST) : part,
  );
  return whole.length;
}
