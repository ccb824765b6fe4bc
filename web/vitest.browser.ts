/** Tests in a real browser: `npm run test:browser`. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["src/browser/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000, fileParallelism: false },
});
