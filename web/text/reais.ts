/** Reais as they are typed: `1600`, `1.600,00`, `99,9`. Null for anything else. */
export function parseReais(text: string): number | null {
  const plain = text.trim().replace(/^R\$\s*/, '')
  if (!/^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})(,\d{1,2})?$/.test(plain)) return null
  return Math.round(Number(plain.replaceAll('.', '').replace(',', '.')) * 100) / 100
}

export function reaisText(amount: number): string {
  return amount.toLocaleString('pt-BR', {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  })
}
