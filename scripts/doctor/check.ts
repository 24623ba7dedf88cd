import type { Config } from '#server/lib/config.ts'

/** The installation that is looked at. */
export type Patient = {
  readonly config: Config
  readonly settingsFile: string
  /** Epoch ms. */
  readonly now: number
  /** Addresses whose answers say what time it is elsewhere. */
  readonly clocks: readonly string[]
  /** Bytes that have to be free on the disk of the data, and in memory. */
  readonly diskMin: number
  readonly memoryMin: number
  /** The PostgreSQL that comes with the program, and its day, such as 2026-05-14. */
  readonly engine: { readonly version: string; readonly releasedOn: string }
}

/** One thing to look at. Its sentence says what is wrong and ends with the line that mends it; null means that all is well. */
export type Check = readonly [what: string, look: (patient: Patient) => string | null | Promise<string | null>]

/** Asks one check. One that cannot even look, where something before it is broken, is a fault and keeps no other from looking. */
export async function lookAt(look: Check[1], patient: Patient): Promise<string | null> {
  try {
    return await look(patient)
  } catch (error) {
    return `Não consegui olhar (${(error as Error).message}): conserte antes o que falta acima, e chame de novo`
  }
}
