import type { OperationId } from '#lib/client/methods.ts';
import type { Values } from '#lib/terraform/protocol/value.ts';

/** A reply of the API as an object. */
// biome-ignore lint/suspicious/noExplicitAny: the fields are those of the operation that the map names.
export type Reply = any;

/** A call of the API for a resource. */
export interface Call {
  readonly operation: OperationId;
  /** The attribute that each parameter of its path is, where the names differ. */
  readonly path?: Readonly<Record<string, string>>;
  /** The attributes that it sets, where its body has not their names. */
  readonly sets?: readonly string[];
  /** Its body, where it is not made of attributes of the same names. */
  readonly body?: (next: Values, prior: Values | null) => object;
  /** The status that it needs, and what leads to it and back. */
  readonly within?: { readonly status: string; readonly by: OperationId; readonly back: OperationId };
}

/** A call that is named by its operation where there is nothing more to say. */
export type Named = OperationId | Call;

/** A field of a creation that makes resources of their own. */
export interface Apart {
  readonly noun: string;
  /** Their attribute that names what is created. */
  readonly of: string;
  /** Their attribute that has the field's value, or one item of it; without one each item has all of them. */
  readonly sets?: string;
}

/** What no document can say of a noun. */
export interface Noun {
  readonly create: Named;
  readonly read: Named;
  readonly updates?: readonly Named[];
  readonly delete: Named;
  /** Finds a resource by its name, for an import. */
  readonly list?: OperationId;
  /** The attributes that name it in paths and for an import, where `id` does not. */
  readonly names?: readonly string[];
  /** The part of the document that describes it, where the reply to the reading does not. */
  readonly shows?: string;
  /** The resource in the reply to the reading; undefined where it is gone. */
  readonly shown?: (reply: Reply, state: Values) => object | undefined;
  /** Attributes of the creation that `shown` finds, though no reply has them. */
  readonly derived?: readonly string[];
  /** Fields of the creation that are no attributes, since resources of their own have them. */
  readonly apart?: Readonly<Record<string, Apart>>;
  /** Other fields that are no attributes. */
  readonly omit?: readonly string[];
  /** The only fields of the reply that are attributes. */
  readonly only?: readonly string[];
  /** Attributes of the platform's own that no change of the resource changes, beside its id, account and creation. */
  readonly kept?: readonly string[];
  /** Attributes that the platform sets anew with others, where the configuration does not say them. */
  readonly follows?: readonly string[];
  /** Whether two texts of an attribute mean the same, so that the user's is kept. */
  readonly same?: Readonly<Record<string, (one: string, other: string) => boolean>>;
  /** Attributes whose text is JSON, and an object in the API. */
  readonly json?: readonly string[];
  /** What stands in an import for an attribute that the platform does not show: what `same` compares. */
  readonly traces?: Readonly<Record<string, (shown: Reply) => string | null>>;
}

/** The call of an operation. */
export const callOf = (named: Named): Call => (typeof named === 'string' ? { operation: named } : named);
