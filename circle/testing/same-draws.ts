import * as fc from 'fast-check'

/**
 * Random tests draw the same in every run of `npm test`, so that a change fails by what it changed and never by chance. The soak
 * draws anew, and `WALK_SEED` draws as a failure printed.
 */
const seed = process.env['WALK_SEED'] ?? (process.env['FULL'] === '1' ? undefined : 20_261_127)
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
