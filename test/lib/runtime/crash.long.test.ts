import { describeCrash } from './crash-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => {
  describeCrash('container', false);
  if (process.getuid?.() === 0) describeCrash('container', true);
});
describeCrash('process', false);
