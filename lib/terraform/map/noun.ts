import type { OperationId } from '#lib/client/methods.ts';

/** What no document can say of a noun. */
export interface Noun {
  readonly create: OperationId;
  readonly read: OperationId;
  readonly update: OperationId;
  readonly delete: OperationId;
  /** Finds a resource by its name, for an import. */
  readonly list: OperationId;
  /** Attributes of the platform's own that no change of the resource changes. */
  readonly kept: readonly string[];
  /** Whether two texts of an attribute mean the same, so that the user's is kept. */
  readonly same?: Readonly<Record<string, (one: string, other: string) => boolean>>;
}
