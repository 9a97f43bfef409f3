import { srn } from '#lib/model/platform/principal.ts';
import { type Service, services } from './actions.ts';

/** The parts of an SRN: `srn`, service, region, account and resource. Only the resource may have further colons. */
export type SrnParts = readonly [prefix: string, service: string, region: string, account: string, resource: string];

/** Splits an SRN or a pattern of one at its first four colons; undefined for text with fewer. */
export function splitSrn(text: string): SrnParts | undefined {
  const [prefix, service, region, account, ...resource] = text.split(':');
  if (prefix === undefined || service === undefined || region === undefined || account === undefined) return undefined;
  return resource.length === 0 ? undefined : [prefix, service, region, account, resource.join(':')];
}

const wild = /[*?]/;

/** The fault of a statement's Resource, as the rest of a sentence; undefined for a valid one. */
export function resourceProblem(pattern: string): string | undefined {
  if (pattern === '*') return undefined;
  const [prefix, service = '', region = '', account = '', resource = ''] = splitSrn(pattern) ?? [];
  if (prefix !== 'srn' || resource === '') return 'must be "*" or srn:<service>:<region>:<account_id>:<type>/<id>';
  if (pattern.includes('${')) return 'has a variable, which policies do not have';
  if (!/^\d{12}$/.test(account) && !wild.test(account)) return 'must name an account_id of 12 digits, or *';
  return wild.test(service) ? undefined : placeProblem(service, region);
}

function placeProblem(service: string, region: string): string | undefined {
  if (!services.includes(service as Service)) return `is of an unknown service (${services.join(', ')})`;
  const home = splitSrn(srn(service, '', ''))?.[2] ?? '';
  if (region !== home && !wild.test(region)) return `is of an unknown region (${home || `none: srn:${service}::`})`;
  return undefined;
}
