import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The letters delivered to a data folder's outbox, oldest first, as text. */
export function readOutbox(dataDir: string): string[] {
  const folder = path.join(dataDir, 'outbox')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

/** The secret of the last invitation to administer that was sent. */
export function invitationSecret(dataDir: string): string {
  return readOutbox(dataDir)
    .map((text) => /\/convite#([\w-]{43})/.exec(text)?.[1])
    .findLast((one) => one !== undefined)!
}
