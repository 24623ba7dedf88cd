/** The characters beyond Latin-1 that the standard fonts have (WinAnsi). */
const BEYOND = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/**
 * A text in the letters that the standard fonts have. A letter that they lack loses its marks (ễ becomes e); what has no such
 * letter becomes '?'. So a paper never shows signs of another alphabet as wrong ones.
 */
export function printable(text: string): string {
  let shown = ''
  for (const letter of text.normalize('NFC')) {
    if (isShown(letter)) shown += letter
    else if (/\s/u.test(letter)) shown += ' '
    else if (!/[\p{Cf}\p{Mn}\p{Cc}]/u.test(letter)) {
      const base = letter.normalize('NFKD').replaceAll(/\p{Mn}/gu, '')
      shown += base !== '' && [...base].every(isShown) ? base : '?'
    }
  }
  return shown
}

function isShown(letter: string): boolean {
  const code = letter.codePointAt(0)!
  return letter === '\n' || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || BEYOND.has(letter)
}
