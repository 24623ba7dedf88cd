import { makeBrCode } from '../payment/br-code.ts'

const email = 'marina.alves@exemplo.com.br'

export const personal = {
  firstName: 'Marina',
  lastName: 'Alves',
  email,
  phone: '(11) 98765-4321',
  cpf: '52998224725',
  birthDate: '1990-05-01',
}

export const bank = {
  cep: '01310-100',
  address: 'Avenida Paulista, Bela Vista, São Paulo - SP',
  addressNumber: '1000',
  bank: 'Nubank',
  agency: '0001',
  account: '12345-6',
  pixKeyType: 'email' as const,
  pixKey: email,
  pixOwnerName: 'Marina Alves',
  pixCopyPaste: makeBrCode({ key: email, name: 'Marina Alves', city: 'São Paulo' }),
  pixQrCode: 'iVBORw0KGgo=',
}

export const crypto = {
  btcAddress: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  usdtAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
}

/** A registration as the call takes it: nothing wrong with it. */
export const registration = { ...personal, ...bank, ...crypto, password: 'um girassol azul' }

/** The same without one field. */
export function without<T extends object, K extends keyof T>(value: T, field: K): Omit<T, K> {
  const { [field]: _, ...rest } = value
  return rest
}
