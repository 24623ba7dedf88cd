import { profileFields, profileField } from '#contracts/profile-fields.ts'
import type { ProfileField } from '#contracts/profile-fields.ts'

const accountPhrases: Readonly<Record<string, string>> = {
  password: 'a senha',
  confirmPassword: 'a senha outra vez',
}

/** What an empty field asks for, 'Informe o CPF.'; null for one that is filled in or that this text knows nothing of. */
export function missingFieldText(name: string, value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() !== '') return null
  if (!Object.hasOwn(profileFields, name)) return accountPhrases[name] ? `Informe ${accountPhrases[name]}.` : null
  const { phrase, input } = profileField(name as ProfileField)
  return `${input === 'image' ? 'Escolha a imagem:' : 'Informe'} ${phrase}.`
}
