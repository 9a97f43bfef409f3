import type { Operations } from '#lib/generated/client/operations.ts';
import type { DryRun } from '#lib/generated/client/schemas.ts';

/** The name of an operation, as in the OpenAPI document. */
export type OperationId = keyof Operations;

/** What an operation takes. */
export type Args<K extends OperationId> = Operations[K]['args'];

/** What an operation answers, but for a dry run. */
export type ReplyBody<K extends OperationId> = Operations[K]['reply'];

/** The operations that answer a list in pages. */
export type ListId = { [K in OperationId]: Operations[K] extends { item: unknown } ? K : never }[OperationId];

/** The items of a list. */
export type Item<K extends ListId> = Operations[K] extends { item: infer I } ? I : never;

/** The operations that can be tried first. */
export type DryRunId = { [K in OperationId]: Operations[K] extends { dryRun: true } ? K : never }[OperationId];

/** The arguments of an operation as the last of a call: left out where it needs none. */
export type Given<A> = object extends A ? [args?: A] : [args: A];

/** The reply to a call with what stands in its headers. */
export interface Reply<T> {
  readonly body: T;
  readonly status: number;
  /** The version of the resource, for `ifMatch`; undefined where it has none. */
  readonly etag: string | undefined;
  /** Names the request in the audit log and to those who run the platform. */
  readonly requestId: string | undefined;
  /** Whether it is the reply to an earlier request under the same Idempotency-Key. */
  readonly replayed: boolean;
  /** Any other header, by its name in any case; null where it is absent. */
  header(name: string): string | null;
}

type Needs<A, R> = (args: A) => Promise<R>;
type Takes<A, R> = (args?: A) => Promise<R>;
interface NeedsOrTries<A, R> {
  (args: A & { dryRun: true }): Promise<DryRun>;
  (args: A & { dryRun?: false | undefined }): Promise<R>;
  (args: A): Promise<R | DryRun>;
}
interface TakesOrTries<A, R> {
  (args: A & { dryRun: true }): Promise<DryRun>;
  (args?: A & { dryRun?: false | undefined }): Promise<R>;
  (args: A): Promise<R | DryRun>;
}

type Method<O extends { args: unknown; reply: unknown }> = O extends { dryRun: true }
  ? object extends O['args']
    ? TakesOrTries<O['args'], O['reply']>
    : NeedsOrTries<O['args'], O['reply']>
  : object extends O['args']
    ? Takes<O['args'], O['reply']>
    : Needs<O['args'], O['reply']>;

/** Every operation as a method, which takes one object and answers the body of the reply. */
export type Methods = { [K in OperationId]: Method<Operations[K]> };
