import * as fc from 'fast-check'

/** Written from the Receita's published rules, apart from the library the code uses. */
const digitsOf = (count: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })

function modulo11(values: readonly number[], weights: readonly number[]): number {
  const rest = values.reduce((sum, value, at) => sum + value * weights[at]!, 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

const isMixed = (values: readonly number[]) => new Set(values).size > 1

export const anyCpf = digitsOf(9)
  .filter(isMixed)
  .map((base) => {
    const first = modulo11(base, [10, 9, 8, 7, 6, 5, 4, 3, 2])
    const second = modulo11([...base, first], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    return [...base, first, second].join('')
  })

export const anyCnpj = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 12, maxLength: 12 })
  .filter((base) => new Set(base).size > 1)
  .map((base) => {
    const values = base.map((character) => character.charCodeAt(0) - 48)
    const first = modulo11(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    const second = modulo11([...values, first], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    return `${base.join('')}${first}${second}`
  })

/** 11 digits of a mobile phone. */
export const anyPhone = fc
  .tuple(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([area, number]) => `${area}9${String(number).padStart(8, '0')}`)

/** A key as the PIX system writes it, with the type it is declared by. */
export const anyKey = fc.oneof(
  anyPhone.map((phone) => ({ type: 'phone' as const, key: `+55${phone}` })),
  anyCpf.map((key) => ({ type: 'cpf' as const, key })),
  fc.uuid().map((key) => ({ type: 'random' as const, key })),
  fc.stringMatching(/^[a-z0-9_.+-]{1,30}@[a-z0-9]{1,20}\.com$/).map((key) => ({ type: 'email' as const, key })),
)
