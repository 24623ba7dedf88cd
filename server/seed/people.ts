import { makeBrCode } from '#contracts/payment/br-code.ts'

/**
 * The people of the demonstration: fictitious names with valid but unissued documents, at addresses that cannot receive
 * mail.
 */
export type DemonstrationPerson = { readonly firstName: string; readonly lastName: string; readonly number: number }

export const people: readonly DemonstrationPerson[] = [
  { firstName: 'Ana', lastName: 'Beatriz Nogueira', number: 1 },
  { firstName: 'Bruno', lastName: 'Carvalho', number: 2 },
  { firstName: 'Cecília', lastName: 'Duarte Prado', number: 3 },
  { firstName: 'Davi', lastName: 'Esteves', number: 4 },
  { firstName: 'Elisa', lastName: 'Figueiredo', number: 5 },
  { firstName: 'Fábio', lastName: 'Guimarães', number: 6 },
  { firstName: 'Glória', lastName: 'Holanda', number: 7 },
  { firstName: 'Heitor', lastName: 'Inácio Barros', number: 8 },
  { firstName: 'Iara', lastName: 'Jardim', number: 9 },
  { firstName: 'João Pedro', lastName: 'Kubitschek de Albuquerque Cavalcanti', number: 10 },
  { firstName: 'Karina', lastName: 'Lopes', number: 11 },
  { firstName: 'Luís', lastName: 'Moreira', number: 12 },
  { firstName: 'Marina', lastName: 'Neves', number: 13 },
  { firstName: 'Nelson', lastName: 'Oliveira', number: 14 },
]

/** The registration form of a person of the demonstration, without the password and the picture of their code. */
export function registrationOf({ firstName, lastName, number }: DemonstrationPerson) {
  const email = `${fold(firstName)}.${fold(lastName.split(' ').at(-1)!)}@exemplo.invalid`
  const name = `${firstName} ${lastName}`
  return {
    firstName,
    lastName,
    email,
    phone: `1190000${String(number).padStart(4, '0')}`,
    cpf: cpfOf(100_200_000 + number * 317),
    birthDate: `${1955 + ((number * 7) % 50)}-0${1 + (number % 9)}-15`,
    cep: '01001000',
    address: 'Praça da Sé, Sé, São Paulo - SP',
    addressNumber: String(number * 10),
    pixKeyType: 'email' as const,
    pixKey: email,
    pixOwnerName: name,
    pixCopyPaste: makeBrCode({ key: email, name, city: 'SAO PAULO' }),
  }
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()
}

/** A CPF with correct check digits for its first nine. */
function cpfOf(nine: number): string {
  let digits = String(nine).padStart(9, '0')
  for (const length of [10, 11]) {
    const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (length - index), 0)
    digits += String(((sum * 10) % 11) % 10)
  }
  return digits
}
