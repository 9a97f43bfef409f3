import type { Variable } from '#lib/terraform/environment.ts';
import generated from '#lib/terraform/generated/schemas.json' with { type: 'json' };

/** Terraform's own notation of a type: `"string"`, `["map","string"]`, `["object",{"id":"string"}]`. */
export type Type = string | readonly ['list' | 'map', Type] | readonly ['object', Readonly<Record<string, Type>>];

/** An attribute of a resource as the OpenAPI document has it. */
export interface Attribute {
  readonly type?: Type;
  /** In place of a type: an object that is set, or a list of these. */
  readonly nested?: { readonly nesting: 'single' | 'list'; readonly attributes: Attributes };
  readonly description: string;
  /** What the configuration may say. */
  readonly settable?: boolean;
  readonly required?: boolean;
  /** In the body of a change: any other change makes the resource anew. */
  readonly changes?: boolean;
  readonly default?: unknown;
  /** Decided by the platform, where the configuration leaves it out. */
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  /** In no state. */
  readonly writeOnly?: boolean;
  /** The secret whose change another number says. */
  readonly versions?: string;
}

/** Attributes by their names. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The attributes in the body of an operation. */
export interface Body {
  readonly body: readonly string[];
  readonly dryRun?: boolean;
  /** Whether its reply can be held until the resource is ready. */
  readonly waits?: boolean;
}

/** A resource with its attributes. */
export interface ResourceSchema {
  readonly description: string;
  /** The form of its ids, by which an import knows an id from a name. */
  readonly id: string;
  /** Whether its id is what names it elsewhere: `volume_id`, or `bucket/access_key_id`. */
  readonly composed?: boolean;
  readonly create: Body;
  readonly updates: readonly Body[];
  readonly attributes: Attributes;
}

/** All resources, by their names after `svc_`. */
export const schemas = generated as unknown as Readonly<Record<string, ResourceSchema>>;

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
  context: {
    description: 'A login of the command line, with its endpoint: `svc login`. SVC_CONTEXT stands in for it.',
    variable: 'SVC_CONTEXT',
  },
  token: {
    description: 'An access token, in place of an access key. SVC_TOKEN stands in for it.',
    variable: 'SVC_TOKEN',
    sensitive: true,
  },
};
