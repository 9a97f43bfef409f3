import type { OperationId } from '#lib/client/methods.ts';
import generated from '#lib/generated/terraform/schemas.json' with { type: 'json' };
import type { Apart, Call } from '#lib/terraform/map/noun.ts';

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
  /** A text of JSON, which is an object in the API. */
  readonly json?: boolean;
  /** Decided by the platform, where the configuration leaves it out. */
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  /** A list whose order means nothing. */
  readonly unordered?: boolean;
  /** A secret that goes to the platform and into no state; a version beside it says that it changed. */
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

/** The call that makes a resource. */
export interface Creation extends Body, Pick<Call, 'path'> {
  readonly operation: OperationId;
  /** Fields of its body that make resources of their own. */
  readonly apart?: Readonly<Record<string, Apart>>;
}

/** A resource with its attributes. */
export interface ResourceSchema {
  readonly description: string;
  /** The form of its ids, by which an import knows an id from a name. */
  readonly id: string;
  /** The attributes whose values are its id, such as `bucket` and `access_key_id`; without, its id is its own. */
  readonly names?: readonly string[];
  readonly create: Creation;
  readonly updates: readonly Body[];
  readonly attributes: Attributes;
}

/** All resources, by their names after `svc_`. */
export const schemas = generated.resources as unknown as Readonly<Record<string, ResourceSchema>>;
