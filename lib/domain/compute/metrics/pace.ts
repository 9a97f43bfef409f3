import { setting } from '#lib/model/platform/settings.ts';
import { type Level, levels } from '#lib/store/compute/metrics.ts';

/** How hosts report usage, in seconds: the step of their points, and how many seconds of them one call has. */
export interface UsagePace {
  readonly step: number;
  readonly samples: number;
}

const local: UsagePace = { step: 10, samples: 10 };
/** Each write costs a unit, so a machine has one in five minutes. */
const deployed: UsagePace = { step: 60, samples: 300 };

export const isLate = (): boolean => setting('SVC_MODE') !== 'local';

/** How the hosts of this platform report. */
export const usagePace = (): UsagePace => (isLate() ? deployed : local);

/** The resolutions that this platform has, finest first. */
export const usageLevels = (): readonly Level[] => levels.filter(({ step }) => step >= usagePace().step);

export const finest = (): Level => usageLevels()[0] ?? levels[0];
