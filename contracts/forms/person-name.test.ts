import { describe, expect, test } from 'vitest'
import { lineFault, lineMessages, tidyLine } from './clean-line.ts'
import { isReservedName, nameFault, nameMessages, tidyName } from './person-name.ts'
import { personalStepOn } from './registration.ts'

describe('a person’s name', () => {
  test.each([
    'Ana',
    'João Pedro',
    'D’Ávila',
    "D'Ávila",
    'Sant’Anna e Silva',
    'Maria-José',
    'Jr.',
    'M. C. Müller',
    'Zoë',
    'Łukasz',
    'Nguyễn',
    'Xe\u0303nia',
    'G\u0303uarani',
    'Ça',
  ])('%s is one', (name) => {
    expect(nameFault(tidyName(name))).toBe(null)
  })

  test.each([
    ['a phone', 'Ana 11987654321'],
    ['digits of another width', 'Ana １１９８７'],
    ['an e-mail', 'ana@banco.com'],
    ['a formula', '=1+1'],
    ['a tag', '<b>Ana</b>'],
    ['Cyrillic look-alikes', 'Аnа'],
    ['full-width letters', 'Ａｎａ'],
    ['small capitals', 'ᴀɴᴀ'],
    ['an emoji', 'Ana 💰'],
    ['a sign alone', '-'],
    ['dots alone', '...'],
    ['a sign at its end', 'Ana-'],
  ])('%s is none', (_kind, name) => {
    expect(nameFault(tidyName(name))).toBe(nameMessages.characters)
  })

  test.each([
    ['reversed', 'Ana \u202Eonurb'],
    ['isolated', '\u2067Ana\u2069'],
    ['with a zero-width space', 'An\u200Ba'],
    ['with a byte order mark', '\uFEFFAna\uFEFFB'],
    ['with a soft hyphen', 'A\u00ADna'],
    ['with a Hangul filler', 'Ana\u3164'],
    ['with a tag character', 'Ana\u{E0041}'],
    ['with a variation selector', 'Ana\uFE0F'],
    ['heaped with marks', `A${'\u0335\u0336\u0337'}na`],
  ])('%s is refused as invisible', (_kind, name) => {
    expect(nameFault(tidyName(name))).toBe(lineMessages.invisible)
  })

  test('is kept in NFC, with single spaces, however it was typed', () => {
    expect(tidyName(' Joa\u0303o \u00A0 Pedro\u3000')).toBe('João Pedro')
  })

  test.each([
    ['Conta', 'administrativa'],
    ['CONTA', 'ADMINISTRATIVA'],
    ['Cónta', 'Ádministrátiva'],
    ['Conta-administrativa', 'da Silva'],
    ['Conta', 'Admlnistratlva'],
    ['Conta', 'Adrninistrativa'],
    ['Administração', 'da Ciranda'],
    ['Ana', 'Administradora'],
    ['Suporte', 'Silva'],
    ['Cıranda', 'Souza'],
  ])('%s %s is reserved', (first, last) => {
    expect(isReservedName(first, last)).toBe(true)
    const found = personalStepOn('2026-11-10').safeParse({
      firstName: first,
      lastName: last,
      cpf: '52998224725',
      email: 'ana@exemplo.invalid',
      phone: '11987654321',
      birthDate: '1990-01-01',
    })
    expect(found.error?.issues.map(({ message }) => message)).toEqual([nameMessages.reserved])
  })

  test('of a person is not taken for a reserved one', () => {
    for (const [first, last] of [
      ['Ana', 'Conti'],
      ['Cirano', 'da Costa'],
      ['Conceição', 'Administer'],
    ] as const)
      expect(isReservedName(first, last)).toBe(false)
  })
})

test('a line is one line, with pictographs and accents, and nothing that cannot be seen', () => {
  for (const good of ['Roda da praia 2026', 'Roda ❤️', 'Família 👨‍👩‍👧', 'São João — Ano I', 'Rodinha 👍🏽'])
    expect([good, lineFault(tidyLine(good))]).toEqual([good, null])
  for (const lines of ['Roda\nda praia', 'Roda\u2028da praia', 'Roda\r\nX'])
    expect(lineFault(tidyLine(lines))).toBe(lineMessages.lines)
  for (const invisible of ['Roda\u200D', 'Roda\u202E', 'Ro\u0000da', 'Roda\u2060', 'Roda\uE000', 'Ro\tda'])
    expect([invisible, lineFault(tidyLine(invisible))]).toEqual([invisible, lineMessages.invisible])
})
