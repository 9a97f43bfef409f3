import * as z from 'zod';

/* How a host's calls are signed, and which versions of the protocol are served (contract 4.13). */

/** The version of the host API. It is raised by a change that an agent of the version before cannot follow. */
export const hostProtocol = 1;

/** Milliseconds without a heartbeat after which a host counts as silent: it gets no new machines. */
export const silentAfterMs = 60_000;

/** Milliseconds without a heartbeat after which a host counts as lost. */
export const lostAfterMs = 10 * 60_000;

/** Milliseconds without a look at the hosts after which nobody knows how long they have been silent. */
export const unwatchedAfterMs = 3 * 60_000;

/** The header with which a host says which version it speaks. */
export const protocolHeader = 'x-svc-agent-protocol';

/** The scheme of the Authorization header. */
export const hostScheme = 'SvcHost';

/** Seconds for which a signature may be valid. */
export const signatureSeconds = 60;

/** Whether a version is served: the present one and the one before. */
export const isServed = (version: number, present: number = hostProtocol): boolean =>
  version >= 1 && (version === present || version === present - 1);

/** Seconds by which a host's clock may differ from the control plane's. */
export const clockSkewSeconds = 10;

/** The public half of a host's Ed25519 key: 32 bytes in base64url, as `x` of a JWK. */
export const hostKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 key: 32 bytes in base64url');

/**
 * The issuer, and the audience, of the one call that a host signs before it has an id. Whom it signs the others for it
 * learns from the answer; the token, which is in the body that is signed, is good for one deployment anyway.
 */
export const joining = 'joining';

/**
 * What a call is signed for, beside `iss`, `aud`, `iat` and `exp`: its method, its path with the query, and the SHA-256
 * of its body in base64url.
 */
export const callClaims = z.object({ m: z.string(), p: z.string(), b: z.string() });
