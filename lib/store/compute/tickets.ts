import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { get, recordAt } from '#lib/store/platform/read.ts';
import { create, type Write } from '#lib/store/platform/write.ts';
import type { ticketRecord } from './tickets.entity.ts';

/** A ticket to open one console. */
export type TicketRecord = Stored<typeof ticketRecord>;

export const createTicket = (hash: string, ticket: TicketRecord): Write =>
  create({ ...keys.ticket(hash), ...ticket, ttl: ticket.expires });

/** Reads a ticket without using it up. Undefined where it does not exist or has expired. */
export async function getTicket(hash: string, now: number): Promise<TicketRecord | undefined> {
  const ticket = await get(keys.ticket(hash));
  return ticket && ticket.expires > now ? ticket : undefined;
}

/**
 * Uses up a ticket. Of several simultaneous calls only one gets it. Undefined where it does not exist or has expired.
 */
export async function takeTicket(hash: string, now: number): Promise<TicketRecord | undefined> {
  const key = keys.ticket(hash);
  const { Attributes } = await documents().send(
    new DeleteCommand({ TableName: tableName(), Key: key, ReturnValues: 'ALL_OLD' }),
  );
  const ticket = recordAt(key, Attributes);
  return ticket && ticket.expires > now ? ticket : undefined;
}
