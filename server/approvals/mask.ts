/** Enough of a key or address to recognize it, and too little to pay or write to it: its two ends. */
export function mask(text: string): string {
  const [local = '', domain] = text.split('@')
  if (domain !== undefined) return `${local.slice(0, 2)}•••@${domain}`
  const shown = Math.min(4, Math.floor(text.length / 4))
  return `${text.slice(0, shown)}•••${text.slice(text.length - shown)}`
}
