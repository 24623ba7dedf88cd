import { refuse } from '#server/lib/refusal.ts'

const DEPTH_MAX = 20

/**
 * Refuses input that no column can store and no person types, anywhere in the request: a NUL, half of a surrogate pair,
 * and values nested deeper than 20. Names are checked like values. This is the only place that does so, before any
 * check of a call's own.
 */
export function ensureWellFormed(sent: unknown): void {
  // An explicit stack, because a body of megabytes can nest deeper than recursion allows.
  const open: { value: unknown; depth: number }[] = [{ value: sent, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') ensureText(value)
    else if (typeof value === 'object' && value !== null) {
      if (depth === DEPTH_MAX) refuse('request.malformed')
      for (const [name, inner] of Object.entries(value)) {
        ensureText(name)
        open.push({ value: inner, depth: depth + 1 })
      }
    }
  }
}

function ensureText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) refuse('request.malformed')
}
