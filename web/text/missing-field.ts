import { profileFields, profileField } from '#contracts/profile-fields.ts'
import type { ProfileField } from '#contracts/profile-fields.ts'

const accountPhrases: Readonly<Record<string, string>> = {
  password: 'a senha',
  confirmPassword: 'a senha outra vez',
}

/** The message of an empty field, 'Informe o CPF.'; null for a field that is filled in or that is unknown here. */
export function missingFieldText(name: string, value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() !== '') return null
  if (!Object.hasOwn(profileFields, name)) return accountPhrases[name] ? `Informe ${accountPhrases[name]}.` : null
  const { phrase, input } = profileField(name as ProfileField)
  return `${input === 'image' ? 'Escolha a imagem:' : 'Informe'} ${phrase}.`
}
