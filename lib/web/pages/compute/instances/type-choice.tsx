import type { InstanceType } from '#lib/generated/client/schemas.ts';
import { missingLimits } from '#lib/model/platform/plan-limits.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';

const families: Readonly<Record<InstanceType['family'], string>> = {
  shared: 'Shared CPU',
  compute: 'CPU-optimised',
  memory: 'Memory-optimised',
};

/** Memory in MiB for people: 512 is "512 MiB", 2048 is "2 GiB". */
export const memory = (mib: number): string => (mib < 1024 ? `${mib} MiB` : `${mib / 1024} GiB`);

/** The instance types as cards, with their prices, and what of their sizes this platform does not enforce. */
export function TypeChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { items = [], error, again } = useList('listInstanceTypes');
  if (error) return <Problem error={error} again={again} />;
  return (
    <>
      {Object.entries(families).map(([family, label]) => (
        <fieldset key={family}>
          <legend>{label}</legend>
          <div className="choices">
            {items
              .filter((type) => type.family === family)
              .map((type) => (
                <Card key={type.id} type={type} isChosen={type.id === value} onChange={onChange} />
              ))}
          </div>
        </fieldset>
      ))}
      <Unlimited />
    </>
  );
}

/** What machines may take more of than their size says. Those that are records take nothing. */
function Unlimited() {
  const { compute } = useRead('getHealth').data ?? {};
  const missing = compute && compute.driver !== 'simulated' ? missingLimits(compute.capabilities) : [];
  if (missing.length === 0) return null;
  return (
    <p className="note">Machines can take more {missing.join(', ')} than their size: hosts here do not limit that.</p>
  );
}

interface CardProps {
  readonly type: InstanceType;
  readonly isChosen: boolean;
  readonly onChange: (id: string) => void;
}

function Card({ type: { id, cpu, ram, disk, price_monthly, available }, isChosen, onChange }: CardProps) {
  return (
    <label className="choice">
      <input
        type="radio"
        name="instance_type_id"
        value={id}
        checked={isChosen}
        disabled={!available}
        onChange={() => onChange(id)}
      />
      <span>
        <strong>{id}</strong> {wholeRupees(price_monthly)}/mo
      </span>
      <span className="about">
        {cpu} vCPU · {memory(ram)} · {disk} GiB{available ? '' : ' · not available now'}
      </span>
    </label>
  );
}
