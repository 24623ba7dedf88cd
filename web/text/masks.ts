// Formats typed or pasted text the Brazilian way. Only digits count; all other characters are dropped.

/** `(11) 98765-4321`, and `(11) 8765-4321` without the ninth digit; a country code before eleven digits is dropped. */
export function phoneMask(text: string): string {
  const all = text.replaceAll(/\D/g, '')
  const digits = (all.length > 11 && all.startsWith('55') ? all.slice(2) : all.replace(/^0(?=\d{11})/, '')).slice(0, 11)
  if (digits.length <= 2) return digits
  const [area, number] = [digits.slice(0, 2), digits.slice(2)]
  // With the ninth digit a number begins with 9.
  const first = number.startsWith('9') || number.length > 8 ? 5 : 4
  return `(${area}) ${number.slice(0, first)}${number.length > first ? `-${number.slice(first)}` : ''}`
}

/** `529.982.247-25`. */
export function cpfMask(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 11)
  const [first, second, third, check] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)]
  return [first, second, third].filter(Boolean).join('.') + (check ? `-${check}` : '')
}

/** `01310-100`. */
export function cepMask(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}
