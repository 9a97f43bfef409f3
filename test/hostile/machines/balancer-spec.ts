import { randomUUID } from 'node:crypto';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { BalancerSpec } from '#lib/runtime/balancer/spec.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';

let made = 0;

/** A load balancer without backends in a machine's VPC, with an https listener on port 8443 there. */
export function balancerIn({ spec: { vpc } }: { readonly spec: MachineSpec }, address: string) {
  const name = `lb-${randomUUID().slice(0, 8)}`;
  const host = `${name}.vm.localhost`;
  const { cert, key } = makeCertificate({ names: [host] });
  made += 1;
  const check = { protocol: 'http', port: null, path: '/', interval_seconds: 5, timeout_seconds: 2 } as const;
  const spec: BalancerSpec = {
    id: name,
    vpc,
    source_ip: vpc.gateway.replace(/\.1$/, '.2'),
    public_ip: `127.93.7.${made}`,
    inside: { address, name, public_hostname: host },
    algorithm: 'round_robin',
    sticky: false,
    listeners: [{ protocol: 'https', port: 8443, target_port: 8080, certificate_ids: ['cert-1'] }],
    certificates: [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }],
    health_check: { ...check, healthy_threshold: 2, unhealthy_threshold: 2, expected: [{ from: 200, to: 399 }] },
    backends: [],
  };
  return { spec, name, host, key };
}
