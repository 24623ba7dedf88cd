import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { readPagesSeen } from '#circle/pages/pages-seen.ts'
import type { Services } from '#server/context.ts'
import type { Witness } from '#server/lib/settings.ts'
import { ensureNothingLocked } from '#server/lib/open-transaction.ts'
import { oncePer } from '#server/lib/once-per.ts'

const TIMEOUT_MS = 5_000
const BYTES_MAX = 4_096
/** A witness is asked at most so often, however many members look. */
const FRESH_MS = 10 * 60_000

type Said = { readonly at: number; readonly note: Promise<string | null> }
type PagesSaid = { readonly witness: string; readonly note: string }

const saidTo = oncePer((_: object) => new Map<string, Said>())

/**
 * The statement of each witness about this server's pages, as it signed it. Not stored: it is worth something while it is new, and only
 * to a reader who verifies it. One that does not answer says nothing.
 */
export async function listPagesSeen({ config, clock }: Pick<Services, 'config' | 'clock'>) {
  ensureNothingLocked('A witness was asked')
  const said = saidTo(config)
  const notes = config.witnesses.map(async (witness): Promise<PagesSaid[]> => {
    const known = said.get(witness.url)
    const isFresh = known !== undefined && Math.abs(clock.now() - known.at) < FRESH_MS
    const asked = isFresh ? known : { at: clock.now(), note: ask(witness) }
    said.set(witness.url, asked)
    const note = await asked.note
    return note === null ? [] : [{ witness: verifierKeyText(witness.key), note }]
  })
  return { seen: (await Promise.all(notes)).flat(), origins: [...config.pagesOrigins] }
}

/** The statement of a witness; null where there is none, or it is none. */
async function ask({ url, key }: Witness): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/pages-seen`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > BYTES_MAX) return null
    const note = await answer.text()
    return note.length <= BYTES_MAX && readPagesSeen(note, key) ? note : null
  } catch {
    return null
  }
}
