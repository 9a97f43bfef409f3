import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to change its addresses, routes and hardware address',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour }) {
    await attacker.isRefused(
      `ip addr add ${neighbour.ip}/20 dev eth0`,
      'ip addr add 10.20.0.1/20 dev eth0',
      'ip addr add 127.66.0.1/8 dev lo',
      'ip addr flush dev eth0',
      'ip link set eth0 address 02:53:0a:14:00:01',
      'ip link set eth0 mtu 60000',
      'ip link set eth0 promisc on',
      'ip link set eth0 netns 1',
      'ip link del eth0',
      'ip link add eth1 link eth0 type macvlan',
      `ip route replace default via ${neighbour.ip}`,
      `ip route add 127.0.0.0/8 via ${attacker.spec.vpc.gateway}`,
      'ip rule add from all lookup 100',
      `ip neigh replace ${neighbour.ip} lladdr 02:00:00:00:00:01 dev eth0`,
      `ip neigh add proxy ${neighbour.ip} dev eth0`,
    );
    await attacker.isWell();
  },
};
