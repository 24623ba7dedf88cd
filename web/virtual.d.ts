declare module 'virtual:first-readings' {
  import type { FirstReadings } from '#web/api/early.ts'

  const firstReadings: FirstReadings
  export default firstReadings
}
