import { expect, test } from 'vitest'
import { findPixTransaction, isPixTransaction, pixTransactionText } from './pix-transaction.ts'

const ID = 'E60701190202611221435AbC12345678'

test('has 32 characters of the shape that the Banco Central gives it', () => {
  expect(ID).toHaveLength(32)
  expect(isPixTransaction(ID)).toBe(true)
  expect(isPixTransaction(ID.toLowerCase())).toBe(true)
  for (const wrong of [
    '',
    ID.slice(1),
    `${ID}1`,
    `D${ID.slice(1)}`,
    ID.replace('20261122', '20261322'),
    ID.replace('20261122', '20260231'),
    ID.replace('1435', '2435'),
    ID.replace('1435', '1460'),
    ID.replace('2026', '2019'),
    ID.replace('AbC', 'A-C'),
    'E6070119020261122143',
  ])
    expect(isPixTransaction(wrong), wrong).toBe(false)
})

test('is found in the whole text of a bank’s receipt, also broken over two lines, and nowhere else', () => {
  expect(findPixTransaction(`Comprovante de Pix\nValor R$ 100,00\nID da transação: ${ID}\nAutenticação 123`)).toBe(ID)
  expect(findPixTransaction(`ID\n${ID.slice(0, 20)}\n${ID.slice(20)}\nfim`)).toBe(ID)
  expect(findPixTransaction(` ${ID} `)).toBe(ID)
  expect(findPixTransaction(`chave 0190a1b2-0000-7000-8000-0000000000c1, X${ID}`)).toBeNull()
  expect(findPixTransaction('nada')).toBeNull()
})

test('is one id in capitals and in small letters', () => {
  expect(pixTransactionText(ID)).toBe(pixTransactionText(ID.toLowerCase()))
})
