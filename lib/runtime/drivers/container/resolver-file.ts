import { linkLocal } from './link-local.ts';

/** A machine's /etc/resolv.conf. */
export const resolverFile = {
  /** Names of the VPC, and no others: the proxy resolves those of the internet. */
  text: `# Names of this VPC. The proxy resolves those of the internet (see http_proxy).
nameserver ${linkLocal.resolver}
search internal
`,
  /** What it was on disks that were made before VPCs had names. */
  former: '# Names are resolved by the proxy (see http_proxy).\n',
} as const;
