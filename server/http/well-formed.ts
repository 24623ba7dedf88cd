import { refuse } from '#server/lib/refusal.ts'

const DEPTH_MAX = 20

/**
 * Refuses input that no column can store and no person types, anywhere in the request: a NUL, half of a surrogate pair,
 * values nested deeper than 20, and names that take from an object what makes it comparable: a check of a length would
 * throw instead of refusing. Names are checked like values. This is the only place that does so, before any check of a
 * call's own.
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
        if (name === 'toString' || name === 'valueOf') refuse('request.malformed')
        open.push({ value: inner, depth: depth + 1 })
      }
    }
  }
}

/**
 * Refuses a JSON text nested deeper than 20 before it is parsed, so that a body of megabytes of brackets costs one pass over
 * its characters and no objects. Whether it is JSON at all is for the parser to say.
 */
export function ensureShallow(json: string): void {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === BRACKET || code === BRACE) {
      depth += 1
      if (depth > DEPTH_MAX) refuse('request.malformed')
    } else if (code === BRACKET_END || code === BRACE_END) depth -= 1
  }
}

/**
 * Where the string that begins at a quote ends; the end of the text where it does not. The engine's own search goes through a
 * picture of seven million characters in no time, and character by character it would keep everybody waiting.
 */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (json.charCodeAt(before) === BACKSLASH) before -= 1
    const isEscaped = (end - before) % 2 === 0
    if (!isEscaped) return end
  }
  return json.length
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]

function ensureText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) refuse('request.malformed')
}
