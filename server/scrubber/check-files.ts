import { createHash } from 'node:crypto'
import { findUsed, namesAfter } from '#server/files/references.ts'
import type { Services } from '#server/context.ts'
import type { Difference } from '#server/tables/scrub-results.ts'

const NAMES_AT_ONCE = 500

/** Compares every file that a row refers to with its name, which is the hash of its bytes. */
export async function checkFiles({ db, files }: Pick<Services, 'db' | 'files'>): Promise<Difference[]> {
  const found: Difference[] = []
  for (let after = ''; ;) {
    const names = await namesAfter(db, after, NAMES_AT_ONCE)
    for (const name of names) {
      const bytes = await files.read(name)
      if (bytes !== null && createHash('sha256').update(bytes).digest('hex') === name) continue
      // It may have been deleted in order meanwhile, with the row that referred to it.
      if ((await findUsed(db, [name])).has(name))
        found.push({ check: 'files', where: `${bytes === null ? 'missing' : 'altered'} ${name}` })
    }
    if (names.length < NAMES_AT_ONCE) return found
    after = names.at(-1)!
  }
}
