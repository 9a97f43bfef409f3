import * as z from 'zod';

const maxBytes = 65_536;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** The script of a first boot, at most 64 KiB (contract 1.9). */
export const userData = z.string().superRefine((text, context) => {
  if (bytes(text) > maxBytes) context.addIssue(`has ${bytes(text)} bytes (at most ${maxBytes})`);
});
