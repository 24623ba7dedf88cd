import { circleQuery } from '#web/features/circle/api.ts'
import { profileQuery } from '#web/features/profile/api.ts'

/** What every page reads first: anybody's, and that of people who are signed in. */
export const queries = { visitors: [circleQuery], signedIn: [profileQuery] }
