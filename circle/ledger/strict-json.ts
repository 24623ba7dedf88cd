// One text must be one thing for everybody who reads it: of two equal keys one parser takes the first, another the last.

/** As JSON.parse, and throws for an object in which a key stands twice. */
export function parseOnce(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // A text that a program wrote reads back to itself, and so has no key twice; anything else is looked at.
  if (JSON.stringify(value) !== text.trim() && hasKeyTwice(text)) throw new SyntaxError('A key stands twice')
  return value
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Whether an object in a text that is JSON has a key twice, however it is escaped. */
function hasKeyTwice(text: string): boolean {
  const open: (Set<string> | null)[] = []
  let written = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') written = token
    else {
      const key = JSON.parse(written) as string
      const keys = open.at(-1)!
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
