import type { PixKeyType } from '#contracts/labels.ts'
import { onlyDigits } from '#contracts/payment/documents.ts'
import { typesOfPixKey } from '#contracts/payment/pix-key.ts'
import type { Registration } from './draft.ts'

/** The types that the typed key may be of. Digits that are one's own CPF or phone need no question. */
export function typesFor({ pixKey, cpf, phone }: Pick<Registration, 'pixKey' | 'cpf' | 'phone'>): PixKeyType[] {
  const types = typesOfPixKey(pixKey)
  if (types.length < 2) return types
  const digits = onlyDigits(pixKey)
  if (digits === onlyDigits(cpf)) return ['cpf']
  return digits === onlyDigits(phone) ? ['phone'] : types
}

/** The change of typing a key: its type follows, and stays where the digits can be of two and one was chosen. */
export function keyAs(values: Registration, pixKey: string): Partial<Registration> {
  const types = typesFor({ ...values, pixKey })
  return { pixKey, pixKeyType: types.includes(values.pixKeyType) ? values.pixKeyType : (types[0] ?? values.pixKeyType) }
}
