import { type Attributes, schemas } from './schema.ts';
import { settings } from './settings.ts';
import { sourceSchemas } from './source.ts';

const markdown = 1;
const text = (description: string) => ({ description, description_kind: markdown });
const nestings = { single: 1, list: 2 };

/** Attributes as the protocol has them. */
function described(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    ...(attribute.nested
      ? {
          nested_type: {
            nesting: nestings[attribute.nested.nesting],
            attributes: described(attribute.nested.attributes),
          },
        }
      : { type: Buffer.from(JSON.stringify(attribute.type)) }),
    required: attribute.required === true,
    optional: attribute.settable === true && attribute.required !== true,
    computed: attribute.computed === true,
    sensitive: attribute.sensitive === true,
    write_only: attribute.writeOnly === true,
    ...text(attribute.description),
  }));
}

/** The reply to GetProviderSchema. */
export function providerSchema() {
  const block = (attributes: Attributes, description: string) => ({
    version: 0,
    block: { version: 0, attributes: described(attributes), ...text(description) },
  });
  const own = Object.entries(settings).map(([name, { description, sensitive = false }]) => [
    name,
    { type: 'string', settable: true, sensitive, description },
  ]);
  const resources = Object.entries(schemas).map(([name, { description, attributes }]) => [
    `svc_${name}`,
    block(attributes, description),
  ]);
  const readable = Object.entries(sourceSchemas).map(([name, { description, attributes }]) => [
    `svc_${name}`,
    block(attributes, description),
  ]);
  return {
    provider: block(Object.fromEntries(own), 'Resources of svc.'),
    resource_schemas: Object.fromEntries(resources),
    data_source_schemas: Object.fromEntries(readable),
    diagnostics: [],
    server_capabilities: { plan_destroy: false, get_provider_schema_optional: true, move_resource_state: true },
  };
}
