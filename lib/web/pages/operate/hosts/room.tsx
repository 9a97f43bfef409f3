import type { Host } from '#lib/generated/client/schemas.ts';
import { size } from '#lib/web/parts/size.ts';

const mebibyte = 1024 * 1024;

/** How much of a host's memory or vCPUs machines have. */
export function Room({ host: { name, used, capacity }, of }: { host: Host; of: 'ram_mib' | 'vcpus' }) {
  const shown = (amount: number) => (of === 'ram_mib' ? size(amount * mebibyte) : String(amount));
  const what = of === 'ram_mib' ? 'Memory' : 'vCPUs';
  const text = `${shown(used[of])} of ${shown(capacity[of])}`;
  return (
    <span>
      {text}{' '}
      <meter
        min={0}
        max={Math.max(capacity[of], 1)}
        high={capacity[of] * 0.8}
        optimum={0}
        value={used[of]}
        aria-label={`${what} of ${name}: ${text}`}
      />
    </span>
  );
}
