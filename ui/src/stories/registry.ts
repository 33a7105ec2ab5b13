// All stories: our own in stories/*.stories.tsx, those of features in features/<noun>/stories.tsx.
import type { Story } from "./story";

const own = import.meta.glob<{ stories: Story[] }>("./*.stories.tsx", { eager: true });
const ofFeatures = import.meta.glob<{ stories: Story[] }>("../features/*/stories.tsx", { eager: true });

export const stories: readonly Story[] = [...Object.values(own), ...Object.values(ofFeatures)].flatMap(
  (file) => file.stories,
);
