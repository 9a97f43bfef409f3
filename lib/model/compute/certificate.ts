import * as z from 'zod';
import { id, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

/** A certificate as replies show it (contract 4.5), always without its key. */
export const certificate = z.strictObject({
  id: id('certificate').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'shop' }),
  fingerprint: z
    .string()
    .describe('SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` shows it.')
    .meta({ example: Array(8).fill('3B:1F:A0:77').join(':') }),
  not_before: timestamp.describe('The time from which it is valid, in UTC.').meta({ example: '2026-11-01T00:00:00Z' }),
  not_after: timestamp.describe('When it expires, in UTC.').meta({ example: '2027-01-30T00:00:00Z' }),
  domains: z
    .array(z.string())
    .describe('The names and addresses that it is for, in lower case; the first label of a name may be *.')
    .meta({ example: ['shop.example.in', '*.shop.example.in'] }),
  tags,
});
export type Certificate = z.infer<typeof certificate>;

/** 1 to 64 visible characters. */
const certificateName = z
  .string()
  .min(1)
  .max(64)
  .regex(
    /^(?:[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?)?$/v,
    'must not begin or end with a space or contain control characters',
  )
  .describe('The name, unique in the account: 1 to 64 visible characters.')
  .meta({ example: 'shop' });

/** A certificate in a request. `readPair` checks whether the two texts belong together. */
export const newCertificate = z.strictObject({
  name: certificateName,
  certificate_pem: z
    .string()
    .min(1)
    .max(65_536)
    .describe('The certificate as PEM, followed by those of its issuers in order; at most 10 certificates and 64 KiB.')
    .meta({ 'x-immutable': true, example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n' }),
  private_key_pem: z
    .string()
    .min(1)
    .max(16_384)
    .describe(
      'The private key as PEM, without a passphrase: RSA of 2048 to 4096 bits, ECDSA on P-256, P-384 or P-521, or Ed25519. It is stored encrypted and never shown.',
    )
    .meta({
      writeOnly: true,
      'x-immutable': true,
      example: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
    }),
  tags: tags.default({}),
});
export type NewCertificate = z.infer<typeof newCertificate>;

export const certificateChange = z.strictObject({ name: certificateName.optional(), tags: tags.optional() });
export type CertificateChange = z.infer<typeof certificateChange>;
