import { expect, test } from 'vitest'
import { decodeText } from '#web/ui/decode-text.ts'
import { readList } from './read-list.ts'

const ana = { firstName: 'Ana', lastName: 'Conceição', email: 'ana@exemplo.org', phone: '(11) 98888-0001', cpf: '' }
const rest = { firstName: 'João', lastName: 'de Souza, Neto', email: '', phone: '11 98888-0002', cpf: '529.982.247-25' }

test('reads what spreadsheets write: commas, semicolons, tabs, quotes, titles in any order', () => {
  for (const text of [
    'Nome,E-mail,Celular,CPF\nAna Conceição,ana@exemplo.org,(11) 98888-0001,\n"João de Souza, Neto",,11 98888-0002,529.982.247-25\n',
    'CPF;WhatsApp;Nome completo;E-MAIL\r\n;(11) 98888-0001;Ana Conceição;ana@exemplo.org\r\n529.982.247-25;11 98888-0002;"João de Souza, Neto";\r\n',
    'sep=;\r\nTelefone;e mail;Nome;Sobrenome;cpf\r\n(11) 98888-0001;ana@exemplo.org;Ana;Conceição;\r\n\r\n11 98888-0002;;João;de Souza, Neto;529.982.247-25',
    'Nome\tE-mail\tTel.\tCPF\nAna Conceição\tana@exemplo.org\t(11) 98888-0001\t\nJoão de Souza, Neto\t\t11 98888-0002\t529.982.247-25',
  ])
    expect(readList(text).map(({ line: _line, ...person }) => person)).toEqual([ana, rest])
})

test('without titles the columns are known by what stands in them', () => {
  expect(readList('Ana Conceição;ana@exemplo.org;(11) 98888-0001\nBia Reis;bia@exemplo.org;11988880003')).toEqual([
    { ...ana, line: 1 },
    { firstName: 'Bia', lastName: 'Reis', email: 'bia@exemplo.org', phone: '11988880003', cpf: '', line: 2 },
  ])
  expect(readList('Ana\nBia Reis')).toMatchObject([{ firstName: 'Ana' }, { firstName: 'Bia', lastName: 'Reis' }])
})

test('without titles one wrong cell in a short list stays in its column, to be told as wrong', () => {
  for (const wrong of ['bia.exemplo.org', 'bia', '-', '11988880009'])
    for (const list of [
      `Ana Lima;ana@exemplo.org;11988880001\nBia Reis;${wrong};11988880003`,
      `Bia Reis;${wrong};11988880003\nAna Lima;ana@exemplo.org;11988880001`,
    ])
      expect(readList(list).find(({ firstName }) => firstName === 'Bia')).toMatchObject({
        lastName: 'Reis',
        email: wrong,
        phone: '11988880003',
      })
  expect(readList('Bia Reis;bia.exemplo.org;11988880003')).toMatchObject([{ email: 'bia.exemplo.org' }])
  expect(
    readList('Ana;Lima;ana@exemplo.org;1198;52998224725\nBia;Reis;bia@exemplo.org;11988880003;529.982.247-2'),
  ).toMatchObject([
    { firstName: 'Ana', lastName: 'Lima', phone: '1198' },
    { firstName: 'Bia', lastName: 'Reis', phone: '11988880003' },
  ])
  // Without signs a CPF is known by its check digits, and a phone is none.
  expect(readList('Ana;52998224725;11988880001\nBia;11144477735;11988880003')).toMatchObject([
    { cpf: '52998224725', phone: '11988880001' },
    { cpf: '11144477735', phone: '11988880003' },
  ])
})

test('says the line of the file, empty lines counted', () => {
  expect(readList('Nome\n\nAna\n\n\nBia\n').map(({ line }) => line)).toEqual([3, 6])
  expect(readList('')).toEqual([])
})

test('reads UTF-8 with and without its mark, Windows-1252 and UTF-16', () => {
  const text = 'Nome;E-mail\nConceição;c@exemplo.org'
  const utf8 = new TextEncoder().encode(text)
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])
  const windows = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])])
  for (const bytes of [utf8, marked, windows, utf16])
    expect(readList(decodeText(bytes.buffer as ArrayBuffer)!)).toMatchObject([{ firstName: 'Conceição' }])
})

test('a workbook itself, or a picture, is no list', () => {
  const workbook = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00])
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00])
  for (const bytes of [workbook, picture]) expect(decodeText(bytes.buffer)).toBeNull()
})
