import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

const service = 'http://169.254.169.254/v1';
const put = `curl -s --max-time 5 -X PUT -H 'X-Metadata-Token-TTL-Seconds: 60' ${service}/token`;

export const attack: Attack = {
  tries: "to have a neighbour's metadata: by the neighbour's token, its address, a header that names it, or the proxy",
  needs: ['metadata', 'perl'],
  async by({ attacker, neighbour }) {
    const [own, stolen] = [await attacker.out(put), await neighbour.out(put)];
    const ask = (token: string, more = '') =>
      attacker.out(`curl -s --max-time 5 ${more} -H 'X-Metadata-Token: ${token}' ${service}/instance`);
    expect(JSON.parse(await ask(stolen)).error).toContain('must be a token');
    expect(JSON.parse(await ask(own, `-H 'X-Forwarded-For: ${neighbour.ip}'`)).error).toContain('must not be given');
    for (const header of ['Forwarded: for=', 'X-Real-IP: ', 'True-Client-IP: '])
      expect(JSON.parse(await ask(own, `-H '${header}${neighbour.ip}'`)).id).toBe(attacker.id);
    // Programs that know no `no_proxy` ask by the proxy, which is not another's way either.
    const byProxy = '--noproxy "" --proxy "$http_proxy"';
    expect(JSON.parse(await ask(own, byProxy)).id).toBe(attacker.id);
    expect(JSON.parse(await ask(stolen, byProxy)).error).toContain('must be a token');
    expect(JSON.parse(await ask(own, `${byProxy} -H 'X-Forwarded-For: ${neighbour.ip}'`)).error).toContain(
      'not be given',
    );
    expect(await ask(own, `${byProxy} --proxytunnel`)).toBe('');
    expect(await ask(own, `--interface ${neighbour.ip}`)).toBe('');
    expect(await attacker.perl('print socket(my $raw, 2, 3, 255) ? "open" : why(), "\\n";')).toEqual(['EPERM']);
  },
};
