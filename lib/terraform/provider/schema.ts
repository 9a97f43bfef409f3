import type { Variable } from '#lib/terraform/environment.ts';
import generated from '#lib/terraform/generated/schemas.json' with { type: 'json' };

/** An attribute of a resource as the OpenAPI document has it. */
export interface Attribute {
  /** Terraform's own notation: `"string"`, `["map","string"]`. */
  readonly type: string | readonly string[];
  readonly description: string;
  /** In the body of the creation. */
  readonly settable?: boolean;
  readonly required?: boolean;
  /** In the body of a change: any other change makes the resource anew. */
  readonly changes?: boolean;
  readonly default?: unknown;
  /** Decided by the platform, where the configuration leaves it out. */
  readonly computed?: boolean;
}

/** A resource with its attributes. */
export interface ResourceSchema {
  readonly description: string;
  /** The form of its ids, by which an import knows an id from a name. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** All resources, by their names after `svc_`. */
export const schemas: Readonly<Record<string, ResourceSchema>> = generated;

/** The arguments of the provider's own block. */
export const settings: Readonly<Record<string, { description: string; variable: Variable; sensitive?: boolean }>> = {
  endpoint: { description: 'Where the API is. SVC_ENDPOINT stands in for it.', variable: 'SVC_ENDPOINT' },
  access_key_id: {
    description: 'The id of an access key. SVC_ACCESS_KEY_ID stands in for it.',
    variable: 'SVC_ACCESS_KEY_ID',
  },
  secret_key: {
    description: 'The secret of the access key. SVC_SECRET_ACCESS_KEY stands in for it.',
    variable: 'SVC_SECRET_ACCESS_KEY',
    sensitive: true,
  },
  token: {
    description: 'An access token, in place of an access key. SVC_TOKEN stands in for it.',
    variable: 'SVC_TOKEN',
    sensitive: true,
  },
};

const markdown = 1;
const text = (description: string) => ({ description, description_kind: markdown });
const typeOf = (type: string | readonly string[]) => Buffer.from(JSON.stringify(type));

/** The reply to GetProviderSchema. */
export function providerSchema() {
  const block = (attributes: object[], description: string) => ({
    version: 0,
    block: { version: 0, attributes, ...text(description) },
  });
  const own = Object.entries(settings).map(([name, { description, sensitive = false }]) => ({
    name,
    type: typeOf('string'),
    optional: true,
    sensitive,
    ...text(description),
  }));
  const resources = Object.entries(schemas).map(([name, { description, attributes }]) => {
    const all = Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: typeOf(attribute.type),
      required: attribute.required === true,
      optional: attribute.settable === true && attribute.required !== true,
      computed: attribute.computed === true,
      ...text(attribute.description),
    }));
    return [`svc_${name}`, block(all, description)];
  });
  return {
    provider: block(own, 'Resources of svc.'),
    resource_schemas: Object.fromEntries(resources),
    data_source_schemas: {},
    diagnostics: [],
    server_capabilities: { plan_destroy: false, get_provider_schema_optional: true },
  };
}
