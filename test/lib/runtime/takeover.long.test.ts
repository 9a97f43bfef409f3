import { whereContainersWork } from './support/container-works.ts';
import { describeOrdinaryTakeover, describeTakeover } from './takeover-suite.ts';

await whereContainersWork(() => {
  describeTakeover();
  if (process.getuid?.() === 0) describeOrdinaryTakeover();
});
