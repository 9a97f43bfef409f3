/** 256 bits in base64url, as in tokens. */
const random = '5WbX1cJkQ0fGm7LzYtR3nPaVhD8uEs2iO6vB4xTgNwA';

/** The example of an opaque token of this kind, in the form of real ones (lib/drivers/tokens). */
export const exampleToken = (prefix: string): string => `${prefix}_${random}`;

/** The example of a refresh token, which names its session. */
export const exampleRefreshToken = `rt_ses-01kanx7m3v5q8w2c4d6f7g9h1j.${random}`;

/** The example of an invite's token, which names invite and account. */
export const exampleInviteToken = exampleToken('ivt-01kanx7m3v5q8w2c4d6f7g9h1j.482910337451');
