/* The package's door: all that a stranger may import, and nothing else. */

export type * from '#lib/generated/client/operations.ts';
export { routes } from '#lib/generated/client/routes.ts';
export type * from '#lib/generated/client/schemas.ts';
export { type Client, type ClientCore, type ClientOptions, createClient } from './client.ts';
export { type AccessKeyPair, accessKey } from './credentials/access-key.ts';
export { type CookieOptions, cookies } from './credentials/cookies.ts';
export type { Anonymous, Credentials, Proving, Refused } from './credentials/credentials.ts';
export { exchangedKey } from './credentials/exchanged-key.ts';
export { type SavedSession, type SessionStore, session } from './credentials/session.ts';
export { accessToken } from './credentials/token.ts';
export { type ErrorCode, type FieldFault, SvcError } from './error.ts';
export type { Args, DryRunId, Given, Item, ListId, Methods, OperationId, Reply, ReplyBody } from './methods.ts';
export type { CallOptions, ChangeOptions, DryRunOption, MatchOption, WaitOption } from './options.ts';
export type { Outgoing } from './outgoing.ts';
export type { Attempt } from './send.ts';
export type { Fetch, TransportReply, TransportRequest } from './transport.ts';
export type { Waitable, WaitOptions, WaitStatus } from './wait.ts';
