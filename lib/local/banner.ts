import type { Health } from './readiness.ts';
import { type Settings, s3UrlOf } from './settings.ts';
import { lambdaPort } from './workflows.ts';

/** The capabilities of compute drivers, in words for people. */
const abilities: Record<string, string> = {
  ssh: 'SSH',
  console: 'the browser console',
  isolation: 'isolation of machines from this host',
  private_network: 'private networks',
  east_west_firewall: 'firewalls between machines',
  egress: 'internet access from machines',
  memory_limit: 'memory limits',
  cpu_limit: 'CPU limits',
  disk_limit: 'disk limits',
  low_ports: 'ports below 1024 on elastic IPs and load balancers',
  load_balancing: 'load balancers',
};

/** Shown where it applies; SECURITY.md says more. */
const SINGLE_USER = 'without network namespaces, every user of this machine can read and write all that is stored here';

/** What is shown of a platform beside its settings and health. */
interface Shown {
  readonly readyMs: number;
  /** The endpoint of the embedded DynamoDB where every user of this machine can reach it. */
  readonly openEngine: string | undefined;
  /** Why machines have one user each, where they could have more. */
  readonly machines: string | null;
  /** The folders outside of the data folder in which machines have their disks. */
  readonly homes: readonly string[];
}

/** The lines that are shown once the platform is ready. */
export function banner(settings: Settings, health: Health, { readyMs, openEngine, homes, machines }: Shown): string {
  const base = `http://localhost:${settings.port}`;
  const lines = [
    ['API', base],
    ['console', `${base}/console`],
    ['docs', `${base}/docs`],
    ['OpenAPI', `${base}/openapi.json`],
    ['S3', s3UrlOf(settings)],
    ['mail', `${base}/dev/outbox.html`],
    ['compute', computeLine(health)],
    ...(machines === null ? [] : [['machines', `with one user each: ${machines}; svc doctor says more`]]),
    ...(settings.sfnEndpoint
      ? [['lambda', `http://127.0.0.1:${lambdaPort(settings)}  (for the engine at ${settings.sfnEndpoint})`]]
      : []),
    ...(openEngine ? [['users', `only you: ${SINGLE_USER}`]] : []),
    ['state', settings.dataDir],
    ...homes.map((home) => ['disks', home]),
    ['stop', 'Ctrl-C'],
  ];
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n');
  return `\nsvc is up (ready in ${(readyMs / 1000).toFixed(1)} s)\n${table}\n\n`;
}

function computeLine({ compute }: Health): string {
  if (!compute) return 'none';
  const lacking = Object.entries(abilities).filter(([word]) => !compute.capabilities.includes(word));
  if (lacking.length === 0) return compute.driver;
  // Of machines that are records, nothing that a host has could change it.
  const remedy = compute.driver === 'simulated' ? '' : '; svc doctor says why';
  return `${compute.driver}  (without: ${lacking.map(([, words]) => words).join(', ')}${remedy})`;
}
