import * as z from 'zod';
import { parsePublicKey } from '#lib/model/compute/openssh.ts';

/* The building blocks of several keys of a cloud-config. */

/** Text of one line that is safe in a shell script and in /etc/fstab. */
export const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\0\n\r]*$/v, 'must be one line');

export const path = line(4096).startsWith('/', 'must be an absolute path');

export const sshKeys = z.array(line(16_384).refine(isPublicKey, 'must be an OpenSSH public key')).max(64);

function isPublicKey(text: string): boolean {
  try {
    parsePublicKey(text);
    return true;
  } catch {
    return false;
  }
}

export const username = z.string().regex(/^[a-z_][a-z0-9_\-]{0,31}$/v, 'must be a user name');

const word = z
  .union([z.string(), z.number(), z.boolean()])
  .transform(String)
  .refine((text) => !text.includes('\0'), 'must not contain NUL');

/** Commands for a shell, or words for a program. */
export const commands = z.array(z.union([word, z.array(word).min(1).max(256)])).max(256);

export const isBase64 = (text: string): boolean => {
  const plain = text.replaceAll(/\s/gv, '');
  return Buffer.from(plain, 'base64').toString('base64').replaceAll('=', '') === plain.replaceAll('=', '');
};

/** Text of several lines, such as a key or a certificate. */
export const block = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !text.includes('\0'), 'must not contain NUL');

/** An address that a machine may request through its proxy. */
export const httpUrl = line(2048).regex(/^https?:\/\/[^\s]+$/v, 'must be an http or https URL');

/** A number. In YAML it may have quotes or a sign. */
export const whole = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\+?\d{1,6}$/v)])
    .transform(Number)
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, `must be ${least} to ${most}`);
