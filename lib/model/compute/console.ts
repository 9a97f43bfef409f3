import * as z from 'zod';
import { timestamp, wholeNumber } from '#lib/model/platform/common.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { exampleToken } from '#lib/model/platform/example-token.ts';

/** The path of an instance's console (contract 4.1). */
export const consolePath = (id: string): string => `/compute/ws/instances/${id}/console`;

/** The reply to POST /compute/instances/{id}/console-ticket. The ticket opens one console within a minute. */
export const consoleTicket = z.strictObject({
  ticket: z
    .string()
    .describe('The ticket, which opens one console.')
    .meta({ example: exampleToken('ct') }),
  url: z
    .string()
    .describe('The address of the WebSocket, with the ticket.')
    .meta({
      example: `wss://api.example.in${consolePath('i-01kanx7m3v5q8w2c4d6f7g9h1j')}?ticket=${exampleToken('ct')}`,
    }),
  expires_at: timestamp.describe('When the ticket expires, in UTC.').meta({ example: '2026-11-21T04:11:00Z' }),
});
export type ConsoleTicket = z.infer<typeof consoleTicket>;

const side = wholeNumber(1, 1000);

/** The query of a console's address: the terminal's size, and a ticket if there are no other credentials. */
export const consoleQuery = z.strictObject({
  ticket: z.string().max(256).optional(),
  cols: side.prefault(80),
  rows: side.prefault(24),
});

const size = z.int().min(1).max(1000);

/** A client's text frames. Input for the terminal comes in binary frames. */
export const consoleMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resize'), cols: size, rows: size }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** Close codes of a console (contract 4.1; RFC 6455 7.4.1 below 4000). */
export const closeCodes = {
  ended: 1000,
  unsupported: 1003,
  badMessage: 1008,
  failed: 1011,
  restarting: 1012,
  expired: 4401,
  denied: 4403,
  gone: 4404,
  idle: 4408,
  notRunning: 4409,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** The maximum number of consoles that one principal may have open at once on a host. */
export const mostConsoles = 10;

/** The refusal of a console above that limit. */
export const tooManyConsoles = (): ApiError =>
  new ApiError('quota_exceeded', `${mostConsoles} consoles are open (at most ${mostConsoles} per user); close one`);
