import type { Context } from '#lib/domain/platform/context.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { urlProblem } from '#lib/drivers/webhooks/url-policy.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { eventTypes, namesType, readingAction, typePatterns } from '#lib/model/platform/event-types.ts';
import type { Delivery, Webhook } from '#lib/model/platform/webhook.ts';
import { getWebhook, type Logged, webhookVersion } from '#lib/store/platform/webhooks.ts';

const revocation = "revoked when the owner of the account's address set a new password; delete it and make a new one";

/** A webhook as replies show it, without its secret. */
export function toWebhook({ webhook, log, revoked }: Logged): Webhook {
  return {
    id: webhook.id,
    account_id: webhook.account_id,
    url: webhook.url,
    description: webhook.description,
    event_types: webhook.event_types,
    status: revoked ? 'disabled' : webhook.status,
    status_reason: revoked ? revocation : webhook.status_reason,
    allowed_actions: ['update', 'delete'],
    deliveries: toDeliveries(log),
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}

/**
 * The last deliveries of a log, newest first. Deliveries from earlier versions of the platform have no id; theirs is
 * made of the event's id and the number of the attempt.
 */
export const toDeliveries = ({ attempts }: Logged['log']): Delivery[] =>
  attempts.map((each) => ({
    ...each,
    id: each.id ?? `dlv-${each.event_id.slice(4, -2)}${String(each.attempt).padStart(2, '0')}`,
  }));

/** A webhook of the caller's account with its log; 404 where there is none. */
export async function findWebhook({ principal }: Context, id: string): Promise<Logged> {
  const found = await getWebhook(principal.account_id, id);
  if (!found) throw notFound('webhook', id);
  return found;
}

/** One webhook with its last deliveries. 404 where the account has none of this id. */
export async function showWebhook(context: Context, { id }: { id: string }): Promise<Webhook> {
  const found = await findWebhook(context, id);
  return context.show(toWebhook(found), webhookVersion(found.webhook));
}

/** Refuses with 400 a URL that events are never sent to. */
export function checkUrl(url: string): void {
  const problem = urlProblem(url);
  if (problem) throw new ApiError('validation_failed', `url: ${problem}`);
}

/** The actions that allow reading the data of events, for all types that the patterns match. */
const actionsOf = (patterns: readonly string[]): string[] => {
  const types = eventTypes.filter((type) => patterns.some((pattern) => namesType(pattern, type)));
  return [...new Set(types.flatMap((type) => readingAction(type) ?? []))];
};

/** Refuses with 403 a caller who may not read the data of events that the patterns match (contract 4.11). */
export async function checkReading(context: Context, patterns: readonly string[]): Promise<void> {
  for (const action of actionsOf(patterns)) {
    if (await context.allows(action, '*')) continue;
    const { name } = context.principal;
    throw new ApiError(
      'access_denied',
      `user ${name} is not authorised to perform ${action}, which the data of these event_types needs`,
    );
  }
}

/** All patterns whose data the caller may read: `*` if that is everything. */
export async function readablePatterns(context: Context): Promise<Webhook['event_types']> {
  const readable: Webhook['event_types'] = [];
  for (const pattern of typePatterns.filter((each) => each.endsWith('*'))) {
    const refused = [];
    for (const action of actionsOf([pattern])) if (!(await context.allows(action, '*'))) refused.push(action);
    if (refused.length > 0) continue;
    if (pattern === '*') return ['*'];
    readable.push(pattern);
  }
  return readable;
}

interface Owner {
  account_id: string;
  id: string;
}

const sealedFor = ({ account_id, id }: Owner) => `webhook:${account_id}:${id}`;

/** Seals a webhook's secret for the table. */
export const sealSecret = (secret: string, owner: Owner): Promise<string> => secretBox.seal(secret, sealedFor(owner));

/** Opens the secret that signs a webhook's deliveries. */
export const openSecret = (owner: Owner & { secret: string }): Promise<string> =>
  secretBox.open(owner.secret, sealedFor(owner));
