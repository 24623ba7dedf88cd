import { z } from 'zod'
import { pixKeyTypes } from '../labels.ts'
import { isDay } from '../age.ts'
import { isValidCpf, onlyDigits } from '../payment/documents.ts'
import { line, lineFault } from './clean-line.ts'
import { nameFault, tidyName } from './person-name.ts'
import { missing } from './sentences.ts'

const required = (message: string, max = 200) => line(z.string(message)).min(1, message).max(max, 'Texto longo demais.')
// A field left blank and one left out are both nothing.
const optional = (max: number) =>
  line(z.string())
    .max(max, 'Texto longo demais.')
    .transform((text) => text || null)
    .nullish()
const nameOfPerson = () =>
  required(missing.personal, 60)
    .overwrite(tidyName)
    .check(({ value, issues }) => {
      // An empty name has its own message, and one that is not a line is told so first.
      const message = value === '' || lineFault(value) !== null ? null : nameFault(value)
      if (message !== null) issues.push({ code: 'custom', message, input: value })
    })
const digits = (message: string) => required(message, 40).transform(onlyDigits)

/** A picture as base64, with or without a data-URL prefix; the server looks at what is in it. */
export const imageField = z
  .string()
  .max(1_000_000, 'Erro ao processar a imagem. Tente novamente.')
  .transform((text) => text || null)
  .nullish()

export const personalFields = {
  firstName: nameOfPerson(),
  lastName: nameOfPerson(),
  cpf: digits(missing.personal)
    .refine((value) => value.length === 11, 'CPF deve ter 11 dígitos')
    .refine((value) => value.length !== 11 || isValidCpf(value), 'CPF inválido. Confira os números.'),
  email: required(missing.personal, 254).toLowerCase().pipe(z.email('Por favor, insira um email válido')),
  phone: digits(missing.personal).refine(
    (value) => value.length === 11,
    'Por favor, insira um telefone válido (11 dígitos)',
  ),
  birthDate: required(missing.personal, 10).refine(isDay, 'Data inválida'),
}

export const bankFields = {
  cep: digits(missing.bank).refine((value) => value.length === 8, 'CEP deve ter 8 dígitos'),
  address: required(missing.bank, 200),
  addressNumber: required(missing.bank, 20),
  bank: optional(60),
  agency: optional(20),
  account: optional(30),
  pixKeyType: z.enum(pixKeyTypes, missing.bank),
  pixKey: required(missing.bank, 100),
  pixOwnerName: required(missing.bank, 120),
  pixCopyPaste: required(missing.bank, 1024),
  pixQrCode: z.string(missing.bank).min(1, missing.bank).max(1_000_000, 'Erro ao processar a imagem. Tente novamente.'),
}

export const cryptoFields = {
  btcAddress: optional(100),
  btcQrCode: imageField,
  usdtAddress: optional(100),
  usdtQrCode: imageField,
}

/** Every field of a profile that a person types or chooses, by name. */
export const profileSchemas = { ...personalFields, ...bankFields, ...cryptoFields }
