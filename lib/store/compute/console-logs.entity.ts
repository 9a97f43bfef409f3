import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A part of a machine's console log: its number since the boot, the number of its first line, and its lines. */
export const logPart = z.strictObject({
  boot: z.string(),
  no: z.number(),
  from: z.number(),
  lines: z.array(z.string()),
});

export const entities = {
  consoleLog: entity({
    about: 'console log',
    pk: 'L#<account>#<instance>',
    sk: '<slot>',
    read: 'GET …/console-log',
    record: logPart,
  }),
};
