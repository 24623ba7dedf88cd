import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page, Route } from 'playwright-core'
import { entryText, headText } from '#circle/ledger/entry.ts'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'

export type Ledger = { head: SignedHead; entries: LedgerEntry[] }

/** A downloaded ledger as JSON lines, taken apart. */
export function partsOf(text: string): Ledger {
  const [first, ...entries] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  return { head: (first as { head: SignedHead }).head, entries: entries as LedgerEntry[] }
}

/** Stands between the page and the server: the ledger that comes is another. Answers how to step aside. */
export async function tampers(page: Page, change: (ledger: Ledger) => Ledger): Promise<() => Promise<void>> {
  const address = '**/api/ledger/export*'
  const answerAnother = async (route: Route) => {
    const answer = await route.fetch()
    const ledger = partsOf(await answer.text())
    // A continuation, which the page asks for by itself at a visit, has not what is to be changed.
    const { head, entries } = ledger.entries[0]?.seq === 1 ? change(ledger) : ledger
    const body = [{ ciranda_ledger: 1, head }, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
    await route.fulfill({ response: answer, body })
  }
  await page.route(address, answerAnother)
  return () => page.unroute(address)
}

/** The fraud of an operator who holds the key: changes an entry, makes everything after it fit, and signs it anew. */
export function rewritten({ head, entries }: Ledger, seq: number, change: (entry: LedgerEntry) => LedgerEntry): Ledger {
  let previous = entries[0]!.previous_hash
  const anew = entries.map((entry) => {
    const linked = { ...(entry.seq === seq ? change(entry) : entry), previous_hash: previous }
    previous = createHash('sha256').update(entryText(head.circle_id, linked)).digest('hex')
    return { ...linked, hash: previous }
  })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const end = { ...head, hash: previous, key: publicKey.export({ format: 'jwk' }).x! }
  return {
    head: { ...end, signature: sign(null, Buffer.from(headText(end)), privateKey).toString('base64url') },
    entries: anew,
  }
}

/** Does what makes the browser keep a file, and answers with it. */
export async function keepsFile(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; file: string; bytes: Buffer }> {
  const [kept] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: kept.suggestedFilename(), file: await kept.path(), bytes: await bytesOf(kept) }
}

async function bytesOf(kept: Download): Promise<Buffer> {
  return readFileSync(await kept.path())
}
