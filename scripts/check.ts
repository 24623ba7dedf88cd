import { conclude, runCheck } from './tiers.ts'

// `npm run check`: everything that is known without running the product, in seconds.

const began = performance.now()
conclude([await runCheck()], began)
