import { circleQuery } from '#web/features/circle/api.ts'
import { profileQuery } from '#web/features/profile/api.ts'

/** The first readings of every page: those open to anybody, and those of people who are signed in. */
export const queries = { visitors: [circleQuery], signedIn: [profileQuery] }
