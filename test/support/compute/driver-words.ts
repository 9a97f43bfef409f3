/** What contract 4.12 has of machines that know their cloud, which `container` alone names. */
export const insideWords = [
  'dns',
  'private_load_balancer',
  'platform_access',
  'metadata',
  'user_data',
  'services',
  'remote_forwarding',
  'agent_forwarding',
] as const;

const disks = ['volumes', 'volume_hot_attach', 'snapshots'];

/**
 * What the other drivers name on a Linux host, but for words that depend on it: `low_ports`, `sftp`,
 * `hardware_acceleration`, and limits by control groups.
 */
export const driverWords = {
  process: [...disks, 'ssh', 'port_forwarding', 'egress', 'single_user', 'console', 'metrics'],
  simulated: [
    ...disks,
    ...['metrics', 'elastic_ip', 'east_west_firewall'],
    ...['load_balancing', 'https_listeners', 'proxy_protocol', 'grpc_backends'],
  ],
  qemu: [
    ...disks,
    ...['ssh', 'port_forwarding', 'isolation', 'hostname', 'private_network', 'east_west_firewall', 'elastic_ip'],
    ...['volume_size_limit', 'volume_online_growth', 'memory_limit', 'disk_limit', 'own_kernel', 'console', 'metrics'],
  ],
} as const;
