import type { Template } from '#lib/deploy/template.ts';

interface Operation {
  operationId?: string;
  parameters?: unknown[];
  'x-amazon-apigateway-integration': { $ref: string };
}

interface Body {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, { uri: { 'Fn::Sub': string } }>>;
}

/** The OpenAPI document of an API of the stack. */
export const bodyOf = ({ Resources }: Template, api: string): Body => Resources[api]?.Properties.Body as Body;

/** The routes of an API: verb, path, the function that is invoked, and its operationId. */
export function routesOf(template: Template, api: string): unknown[] {
  const { paths, components } = bodyOf(template, api);
  const invoked = ({ 'x-amazon-apigateway-integration': { $ref } }: Operation) => {
    const [, , of = '', id = ''] = $ref.split('/');
    return /\$\{(\w+)\.Arn\}/.exec(components[of]?.[id]?.uri['Fn::Sub'] ?? '')?.[1];
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => [verb, path, invoked(operation), operation.operationId]),
  );
}
