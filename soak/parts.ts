import type { Part } from './frame/part.ts'
import { model } from './model/model.ts'
import { properties } from './properties.ts'

/** The parts of the soak, in the order in which `npm run soak` runs them. */
export const parts: readonly Part[] = [properties, model]
