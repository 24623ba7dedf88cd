import type { SignedHead } from '#circle/ledger/entry.ts'
import { parseOnce } from '#circle/ledger/strict-json.ts'

export type ParsedLedger = { readonly head: SignedHead; readonly entries: readonly unknown[] }

/**
 * Reads a ledger downloaded as JSON lines, piece by piece as it comes: its signed head and what follows, unreadable
 * lines as null. The entries up to `verifiedUpTo` were read before, and no key stands twice in them.
 */
export function createLedgerParser(verifiedUpTo = 0) {
  const decoder = new TextDecoder()
  const entries: unknown[] = []
  let head: SignedHead | null = null
  let rest = ''
  const take = (line: string) => {
    if (line.trim() === '') return
    if (head === null) head = headOf(parsed(line)) ?? unreadable()
    else entries.push(parsed(line, entries.length < verifiedUpTo ? JSON.parse : parseOnce))
  }
  return {
    /** How many entries were read, of how many the head tells; 0 until it came. */
    push: (bytes: Uint8Array): { done: number; total: number } => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop()!
      lines.forEach(take)
      return { done: entries.length, total: head?.seq ?? 0 }
    },
    end: (): ParsedLedger => {
      take(rest + decoder.decode())
      return { head: head ?? unreadable(), entries }
    },
  }
}

/**
 * The signed head of a file kept before: the small one of a day, or a whole ledger in either form. Throws for
 * anything else.
 */
export function parseHeadFile(text: string): SignedHead {
  return headOf(parsed(text)) ?? headOf(parsed(text.slice(0, text.indexOf('\n')))) ?? unreadable()
}

/** The file that keeps a head: the stand-alone script reads it like a ledger. */
export function headFile(head: SignedHead): string {
  return `${JSON.stringify({ ciranda_ledger: 1, head }, null, 2)}\n`
}

export function isHead(value: unknown): value is SignedHead {
  if (typeof value !== 'object' || value === null) return false
  const { seq, circle_id, hash, at, key, signature } = value as Record<string, unknown>
  return (
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0 &&
    [circle_id, hash, at, key, signature].every((text) => typeof text === 'string')
  )
}

function headOf(document: unknown): SignedHead | null {
  const { head } = (typeof document === 'object' && document !== null ? document : {}) as { head?: unknown }
  return isHead(head) ? head : null
}

function parsed(text: string, parse: (text: string) => unknown = parseOnce): unknown {
  try {
    return parse(text)
  } catch {
    return null
  }
}

function unreadable(): never {
  throw new Error('Not a ledger downloaded from a circle')
}
