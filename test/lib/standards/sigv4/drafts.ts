/** A request before it is signed, as a program would write it. */
export interface Draft {
  title: string;
  method: string;
  /** Path and query as the program writes them. */
  target: string;
  body: string;
}

const get = (title: string, target: string): Draft => ({ title, method: 'GET', target, body: '' });

/** What separates one signer's idea of a canonical request from another's. */
export const drafts: readonly Draft[] = [
  get('a plain path', '/auth/me'),
  { title: 'a JSON body', method: 'POST', target: '/compute/instances', body: '{"name":"web-01","tags":{"a":"ü"}}' },
  { title: 'a POST without a body', method: 'POST', target: '/auth/iam/exchange-credentials', body: '' },
  get('a sorted query', '/compute/instances?limit=5&status=running'),
  get('an unsorted query', '/compute/instances?status=running&limit=5'),
  get('names of which one begins with the other', '/compute/instances?tag.a-b=1&tag.a=2&tag.a=1'),
  get('an encoded blank in the query', '/auth/audit-logs?q=a%20b'),
  get('a plus sign in the query', '/auth/audit-logs?q=a+b'),
  get('an encoded plus sign in the query', '/auth/audit-logs?q=a%2Bb'),
  get('colons and slashes in the query', '/compute/volumes?from=2026-11-01T00:00:00Z&tag.a/b=c'),
  get('an empty value', '/auth/audit-logs?q='),
  get('an encoded character in the path', '/auth/iam/users/al%40ice'),
];

export const host = 'api.svc.test';
export const credentials = { keyId: 'SVCTESTKEY2345672345', secret: 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0' };
