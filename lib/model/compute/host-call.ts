import * as z from 'zod';

/* How a host's calls are signed, and which versions of the protocol are supported (contract 4.13). */

/** The version of the host API. It is raised by a change that agents of the previous version cannot follow. */
export const hostProtocol = 1;

/** Milliseconds without a heartbeat after which a host counts as silent: it gets no new machines. */
export const silentAfterMs = 60_000;

/** Milliseconds without a heartbeat after which a host counts as lost. */
export const lostAfterMs = 10 * 60_000;

/** Milliseconds without a check of the hosts after which it is unknown how long they have been silent. */
export const unwatchedAfterMs = 3 * 60_000;

/** The header with the protocol version that a host speaks. */
export const protocolHeader = 'x-svc-agent-protocol';

/** The scheme of the Authorization header. */
export const hostScheme = 'SvcHost';

/** The maximum validity of a signature in seconds. */
export const signatureSeconds = 60;

/** Whether a version is supported: the current one and the one before. */
export const isServed = (version: number, present: number = hostProtocol): boolean =>
  version >= 1 && (version === present || version === present - 1);

/** The allowed difference between a host's clock and the control plane's, in seconds. */
export const clockSkewSeconds = 10;

/** The public half of a host's Ed25519 key: 32 bytes in base64url, as `x` of a JWK. */
export const hostKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 key: 32 bytes in base64url');

/**
 * The issuer and audience of the one call that a host signs before it has an id. The reply contains the audience of all
 * other calls. The join token, which is in the signed body, is valid for one deployment only.
 */
export const joining = 'joining';

/**
 * The claims of a signed call in addition to `iss`, `aud`, `iat` and `exp`: its method, its path with the query, and
 * the SHA-256 of its body in base64url.
 */
export const callClaims = z.object({ m: z.string(), p: z.string(), b: z.string() });
