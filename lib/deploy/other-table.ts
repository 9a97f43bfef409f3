import { DeployError, type Template } from './template.ts';

/** The logical id of the table in lib/store/table.yml. */
const own = 'Table';

/** A table that is there already, such as a restored one. */
export interface OtherTable {
  readonly name: string;
  readonly streamArn: string;
}

/**
 * Takes the table out of the stack, and has everything that refers to it name another one: roles, environments, readers
 * of the stream, alarms. CloudFormation retains the table that the stack had. Throws DeployError for an attribute of
 * the table that cannot be told from its name.
 */
export function useTable(template: Template, other: OtherTable): void {
  delete template.Resources[own];
  for (const section of ['Resources', 'Outputs']) template[section] = renamed(template[section], other);
}

function renamed(value: unknown, other: OtherTable): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, other));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, unknown>;
  if (Ref === own) return other.name;
  if (Array.isArray(attribute) && attribute[0] === own) return attributeOf(String(attribute[1]), other);
  if (typeof text === 'string') return { 'Fn::Sub': filled(text, other) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, other)]));
}

const arn = ({ name }: OtherTable): string =>
  `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${name}`;

function attributeOf(attribute: string, other: OtherTable): unknown {
  if (attribute === 'Arn') return { 'Fn::Sub': arn(other) };
  if (attribute === 'StreamArn') return other.streamArn;
  throw new DeployError(`tableName: what the stack asks of its table, ${attribute}, is not known of another one`);
}

const filled = (text: string, other: OtherTable): string =>
  text
    .replaceAll(`\${${own}.Arn}`, () => arn(other))
    .replaceAll(`\${${own}.StreamArn}`, () => other.streamArn)
    .replaceAll(`\${${own}}`, () => other.name);
