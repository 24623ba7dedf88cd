import type { profileSchemas } from './forms/profile-schemas.ts'

// The one table of what a profile holds. The schemas in forms/registration.ts say which values a field takes; this
// table says how screens name and show it and how the server stores it. Both forms, the profile lists, the stored
// record, the answers and what an erasure empties derive from the two, so docs/how-to/add-a-profile-field.md is short.
// It imports no validator, because the screens that only show a profile must not download one.

export type ProfileField = keyof typeof profileSchemas
export type ProfileGroup = 'personal' | 'address' | 'bank' | 'pix' | 'crypto'
export type FieldMask = 'phone' | 'cpf' | 'cep'

export type ProfileFieldInfo = {
  readonly label: string
  /** The label where it must agree with a verb: 'Informe o CPF.', 'Copiar o CPF'. */
  readonly phrase: string
  readonly group: ProfileGroup
  readonly input:
    | 'text'
    | 'email'
    | 'tel'
    | 'digits'
    | 'date'
    | 'bank'
    | 'pix-key-type'
    | 'pix-key'
    | 'long-text'
    | 'image'
  /**
   * `column`: a column of its own, readable in the database. `sealed`: inside the encrypted record. `file`: a stored
   * picture.
   */
  readonly storage: 'column' | 'sealed' | 'file'
  readonly isRequired?: boolean
  readonly mask?: FieldMask
  /** A button beside the value copies it, in the profile as well as in the edit form. */
  readonly isCopied?: boolean
  /** It takes the whole width of a list of details. */
  readonly isWide?: boolean
  /** The label in lists of details, where the group's title already says half of it. */
  readonly shortLabel?: string
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly description?: string
}

const required = { isRequired: true } as const

/** Every field of a profile, in the order in which forms and lists show it. */
export const profileFields = {
  firstName: {
    label: 'Nome',
    phrase: 'o nome',
    group: 'personal',
    input: 'text',
    storage: 'column',
    ...required,
    autoComplete: 'given-name',
  },
  lastName: {
    label: 'Sobrenome',
    phrase: 'o sobrenome',
    group: 'personal',
    input: 'text',
    storage: 'column',
    ...required,
    autoComplete: 'family-name',
  },
  email: {
    label: 'E-mail',
    phrase: 'o e-mail',
    group: 'personal',
    input: 'email',
    storage: 'sealed',
    ...required,
    isWide: true,
    autoComplete: 'email',
  },
  phone: {
    label: 'Telefone',
    phrase: 'o telefone',
    group: 'personal',
    input: 'tel',
    storage: 'sealed',
    ...required,
    mask: 'phone',
    autoComplete: 'tel',
    placeholder: '(11) 98765-4321',
  },
  cpf: {
    label: 'CPF',
    phrase: 'o CPF',
    group: 'personal',
    input: 'digits',
    storage: 'sealed',
    ...required,
    mask: 'cpf',
    placeholder: '000.000.000-00',
  },
  birthDate: {
    label: 'Data de nascimento',
    phrase: 'a data de nascimento',
    group: 'personal',
    input: 'date',
    storage: 'sealed',
    ...required,
    autoComplete: 'bday',
  },
  cep: {
    label: 'CEP',
    phrase: 'o CEP',
    group: 'address',
    input: 'digits',
    storage: 'sealed',
    ...required,
    mask: 'cep',
    autoComplete: 'postal-code',
  },
  address: {
    label: 'Endereço',
    phrase: 'o endereço',
    group: 'address',
    input: 'text',
    storage: 'sealed',
    ...required,
    isWide: true,
  },
  addressNumber: {
    label: 'Número',
    phrase: 'o número',
    group: 'address',
    input: 'text',
    storage: 'sealed',
    ...required,
  },
  bank: { label: 'Banco', phrase: 'o banco', group: 'bank', input: 'bank', storage: 'sealed', isWide: true },
  agency: { label: 'Agência', phrase: 'a agência', group: 'bank', input: 'text', storage: 'sealed' },
  account: { label: 'Conta', phrase: 'a conta', group: 'bank', input: 'text', storage: 'sealed' },
  pixKeyType: {
    label: 'Tipo da chave PIX',
    phrase: 'o tipo da chave PIX',
    group: 'pix',
    input: 'pix-key-type',
    storage: 'sealed',
    ...required,
    shortLabel: 'Tipo de chave',
  },
  pixKey: {
    label: 'Chave PIX',
    phrase: 'a chave PIX',
    group: 'pix',
    input: 'pix-key',
    storage: 'sealed',
    ...required,
    isCopied: true,
    isWide: true,
  },
  pixOwnerName: {
    label: 'Nome do titular da chave',
    phrase: 'o nome do titular da chave',
    group: 'pix',
    input: 'text',
    storage: 'sealed',
    ...required,
    shortLabel: 'Titular',
  },
  pixCopyPaste: {
    label: 'PIX copia e cola',
    phrase: 'o código PIX copia e cola',
    group: 'pix',
    input: 'long-text',
    storage: 'sealed',
    ...required,
    isCopied: true,
    isWide: true,
    description: 'O código que o seu banco gera para a sua chave, sem valor',
  },
  pixQrCode: {
    label: 'QR Code PIX',
    phrase: 'o QR Code PIX',
    group: 'pix',
    input: 'image',
    storage: 'file',
    ...required,
    isWide: true,
  },
  btcAddress: {
    label: 'Endereço Bitcoin',
    phrase: 'o endereço Bitcoin',
    group: 'crypto',
    input: 'text',
    storage: 'sealed',
    isCopied: true,
    isWide: true,
  },
  btcQrCode: {
    label: 'QR Code Bitcoin',
    phrase: 'o QR Code Bitcoin',
    group: 'crypto',
    input: 'image',
    storage: 'file',
    isWide: true,
  },
  usdtAddress: {
    label: 'Endereço USDT (ERC20)',
    phrase: 'o endereço USDT',
    group: 'crypto',
    input: 'text',
    storage: 'sealed',
    isCopied: true,
    isWide: true,
  },
  usdtQrCode: {
    label: 'QR Code USDT',
    phrase: 'o QR Code USDT',
    group: 'crypto',
    input: 'image',
    storage: 'file',
    isWide: true,
  },
} as const satisfies Record<ProfileField, ProfileFieldInfo>

type Fields = typeof profileFields
type FieldWith<Key extends 'storage', Value> = {
  [Name in ProfileField]: Fields[Name][Key] extends Value ? Name : never
}[ProfileField]

export type SealedField = FieldWith<'storage', 'sealed'>
export type ImageField = FieldWith<'storage', 'file'>
export type TextField = Exclude<ProfileField, ImageField>

const names = Object.keys(profileFields) as ProfileField[]

export const sealedFields = names.filter((name) => profileFields[name].storage === 'sealed') as SealedField[]
export const imageFields = names.filter((name) => profileFields[name].storage === 'file') as ImageField[]
export const textFields = names.filter((name) => profileFields[name].storage !== 'file') as TextField[]

/** Whether a name is that of a profile field. */
export function isProfileField(name: string): name is ProfileField {
  return Object.hasOwn(profileFields, name)
}

/** The table's row for a field; the optional properties are there for every field, absent where it has none. */
export function profileField(name: ProfileField): ProfileFieldInfo {
  return profileFields[name]
}

/** The fields of some groups, in the table's order. */
export function fieldsOf(...groups: readonly ProfileGroup[]): ProfileField[] {
  return names.filter((name) => groups.includes(profileFields[name].group))
}

/** The fields that say where money for a person goes. */
export const PAYMENT_FIELDS = [
  'pixKeyType',
  'pixKey',
  'pixOwnerName',
  'pixCopyPaste',
  'pixQrCode',
  'btcAddress',
  'btcQrCode',
  'usdtAddress',
  'usdtQrCode',
] as const
