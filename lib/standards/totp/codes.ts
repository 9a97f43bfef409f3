let loading: Promise<typeof import('otplib')> | undefined;

/** Loaded at first use: most requests to routes that may require a code do not need it. */
function otplib(): Promise<typeof import('otplib')> {
  // Kept, because a loader that transpiles looks up the file at every import.
  loading ??= import('otplib');
  return loading;
}

const PERIOD_SECONDS = 30;

/** A new seed: 160 random bits in base32, 32 characters. */
export async function newSecret(): Promise<string> {
  const { generateSecret } = await otplib();
  return generateSecret({ length: 20 });
}

/** The URL for authenticator apps: `otpauth://totp/<issuer>:<account>?…`, SHA-1, 6 digits, 30 s. */
export async function otpauthUrl(issuer: string, account: string, secret: string): Promise<string> {
  const { generateURI } = await otplib();
  return generateURI({ issuer, label: account, secret });
}

/**
 * The time step of a correct code at `now` of the real clock, which authenticator apps use, allowing one step early or
 * late. Null for a wrong or malformed code, and for a step that is not after `lastStep`. Each step counts once: the
 * caller stores it on the condition that the stored one is smaller. Throws for a secret that is not base32 of 128 bits
 * or more.
 */
export async function verifyCode(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<{ step: number } | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const { verify } = await otplib();
  const result = await verify({ secret, token: code, epoch, epochTolerance: PERIOD_SECONDS });
  if (!result.valid || !('timeStep' in result)) return null;
  return lastStep === null || result.timeStep > lastStep ? { step: result.timeStep } : null;
}
