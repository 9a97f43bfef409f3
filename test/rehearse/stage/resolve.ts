import type { Template } from '#lib/deploy/template.ts';
import { account, arnOfType, region } from './account.ts';

/** The made resources: the name of each by its logical id, and further attributes as `<id>.<attribute>`. */
export type Made = ReadonlyMap<string, string>;

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::Region': region,
  'AWS::AccountId': account,
};

/** A value of the template with its Ref, GetAtt and Sub replaced by what was made. Throws for what nothing made. */
export function resolved(value: unknown, template: Template, made: Made): unknown {
  const inner = (one: unknown): unknown => resolved(one, template, made);
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, string & string[]>;
  if (Ref !== undefined) return pseudo[Ref] ?? named(Ref, made);
  if (attribute !== undefined) return attributeOf(attribute.join('.'), template, made);
  if (text !== undefined) return filled(text, template, made);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
}

function filled(text: unknown, template: Template, made: Made): string {
  if (typeof text !== 'string') throw new Error(`Fn::Sub with values of its own: ${JSON.stringify(text)}`);
  return text.replace(/\$\{([\w:.]+)\}/g, (_, name: string) =>
    name.includes('.') ? attributeOf(name, template, made) : (pseudo[name] ?? named(name, made)),
  );
}

function named(id: string, made: Made): string {
  const name = made.get(id);
  if (name === undefined) throw new Error(`${id} of the template was not made`);
  return name;
}

function attributeOf(name: string, { Resources }: Template, made: Made): string {
  const [id = '', attribute] = name.split('.');
  const arn = attribute === 'Arn' ? arnOfType(Resources[id]?.Type ?? '', named(id, made)) : undefined;
  return arn ?? named(name, made);
}
