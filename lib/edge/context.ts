import type { PublicContext } from '#lib/domain/platform/context.ts';
import { proofHeader } from '#lib/model/identity/session.ts';
import { commit, refuseEarly, rehearse } from './commit.ts';
import type { Exchange } from './exchange.ts';
import { denials, mayAct } from './steps/policy.ts';
import { matchVersion, refuseUnmatched, versionTag } from './version-tag.ts';

/** The part of an exchange that a verb may use. */
export function contextOf(exchange: Exchange): PublicContext {
  const { request, reply } = exchange;
  return {
    request_id: request.id,
    principal: exchange.principal,
    now: exchange.now,
    source_ip: request.source_ip,
    inside: request.inside,
    user_agent: request.user_agent,
    renewal: exchange.route.refreshCookie
      ? { cookies: request.cookies.get('svc_refresh') ?? [], proof: request.headers[proofHeader] }
      : undefined,
    verbatim: exchange.route.verbatim ? { body: request.body, headers: request.headers } : undefined,
    prefetched: exchange.prefetched,
    identify: (actor) => {
      exchange.actor = actor;
    },
    claimed: async (rehearsed = {}) => {
      if (exchange.dryRun) await rehearse(exchange, rehearsed);
      // Some versioned verbs claim something before they have read the version that they compare.
      if (!exchange.route.versioned) refuseUnmatched(exchange);
      await refuseEarly(exchange, rehearsed);
      await exchange.keyed?.claimed();
    },
    commit: (effect) => commit(exchange, effect),
    show: (body, version) => {
      reply.headers.etag = versionTag(version);
      return body;
    },
    refuseDenied: (references) => denials(exchange, references),
    allows: (action, resource) => mayAct(exchange, action, resource),
    match: (version) => {
      if (!exchange.route.versioned) throw new Error(`${exchange.route.name}: compares If-Match, but is not versioned`);
      exchange.matched = true;
      matchVersion(request.headers['if-match'], version);
    },
  };
}
