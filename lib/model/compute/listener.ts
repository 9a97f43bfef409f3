import * as z from 'zod';
import { id } from '#lib/model/platform/common.ts';
import { port } from './health-check.ts';

/** The protocol between clients and a listener. Backends of an https listener are called without TLS. */
const protocol = z.enum(['http', 'https', 'tcp']);

/** The PROXY protocol that passes the client's address to backends of a tcp listener. */
const proxyProtocol = z.enum(['none', 'v1', 'v2']);

/** The protocol between an https listener and its backends: HTTP/1.1, or HTTP/2 without TLS for gRPC. */
const backendProtocol = z.enum(['http', 'grpc']);

/** The maximum number of certificates of one listener. */
const mostCertificates = 10;

/** A listener as replies show it. */
export const listener = z.strictObject({
  protocol: protocol.describe('The protocol of the listener.').meta({ example: 'http' }),
  port: port.describe('The port that clients connect to.').meta({ example: 80 }),
  target_port: port.describe('The port of the backends.').meta({ example: 8080 }),
  certificate_ids: z
    .array(id('certificate'))
    .describe('The certificates of an https listener, the first for clients that ask for another name; else empty.')
    .meta({ example: [] }),
  redirect_https: z
    .boolean()
    .describe('Whether an http listener sends every client to the https listener instead of to a backend.')
    .meta({ example: false }),
  proxy_protocol: proxyProtocol
    .nullable()
    .describe(
      "The version of the PROXY protocol that passes the client's address to backends of a tcp listener; null for http and https.",
    )
    .meta({ example: null }),
  backend_protocol: backendProtocol
    .nullable()
    .describe('The protocol that an https listener speaks with its backends; null for http and tcp.')
    .meta({ example: null }),
});
export type Listener = z.infer<typeof listener>;

const newListener = z
  .strictObject({
    protocol: protocol.describe('The protocol of the listener.').meta({ example: 'http' }),
    port: port.describe('The port that clients connect to.').meta({ example: 80 }),
    target_port: port
      .optional()
      .describe("The port of the backends; by default the listener's own port.")
      .meta({ example: 8080 }),
    certificate_ids: z
      .array(z.string().min(1).max(64))
      .max(mostCertificates)
      .optional()
      .describe(
        'The certificates of an https listener, 1 to 10. A client gets the one for the name that it asks for, or the first if none matches.',
      )
      .meta({ example: [] }),
    redirect_https: z
      .boolean()
      .optional()
      .describe(
        "Whether an http listener sends every client to the https listener instead of to a backend: to port 443's, or else the first.",
      )
      .meta({ example: false }),
    proxy_protocol: proxyProtocol
      .nullable()
      .optional()
      .describe(
        "How a tcp listener passes the client's address to backends: none, or the PROXY protocol, version 1 (text) or 2 (binary). By default none.",
      )
      .meta({ example: null }),
    backend_protocol: backendProtocol
      .nullable()
      .optional()
      .describe(
        'The protocol that an https listener speaks with its backends: http (HTTP/1.1), or grpc (HTTP/2 without TLS). By default http.',
      )
      .meta({ example: null }),
  })
  .superRefine((given, context) => {
    for (const [field, fault] of faultsOf(given)) context.addIssue(issue([field], fault));
  });
type NewListener = z.infer<typeof newListener>;

/** A refusal that names the value itself. */
const issue = (path: (string | number)[], message: string) => ({
  code: 'custom' as const,
  path,
  message,
  params: { named: true },
});

/** The settings that contradict a listener's protocol. */
function faultsOf(given: NewListener): [string, string][] {
  const { protocol: spoken, certificate_ids = [], redirect_https, proxy_protocol, backend_protocol } = given;
  const faults: [string, string][] = [];
  const twice = certificate_ids.findIndex((one, at) => certificate_ids.indexOf(one) < at);
  if (spoken === 'https' && certificate_ids.length === 0) {
    faults.push(['certificate_ids', `is required for https (1 to ${mostCertificates} ids of certificates)`]);
  }
  if (spoken !== 'https' && certificate_ids.length > 0) faults.push(['certificate_ids', `is for https, not ${spoken}`]);
  if (twice >= 0) faults.push(['certificate_ids', `has ${certificate_ids[twice]} twice`]);
  if (spoken !== 'http' && redirect_https) faults.push(['redirect_https', `is for http, not ${spoken}`]);
  if (spoken !== 'tcp' && proxy_protocol) faults.push(['proxy_protocol', `is for tcp, not ${spoken}`]);
  if (spoken !== 'https' && backend_protocol) faults.push(['backend_protocol', `is for https, not ${spoken}`]);
  return faults;
}

/** The listeners in a request. Without `target_port`, backends are called on the listener's own port. */
export const newListeners = z
  .array(newListener)
  .min(1)
  .max(10)
  .superRefine((given, context) => {
    const at = given.findIndex(({ redirect_https }) => redirect_https);
    if (at < 0 || given.some(({ protocol: spoken }) => spoken === 'https')) return;
    context.addIssue(issue([at, 'redirect_https'], 'needs an https listener on the same load balancer'));
  })
  .describe('The listeners that clients connect to, each with its own port.');
