import { expect, test } from 'vitest'
import { originTyped } from './server-address.ts'

test.each([
  ['roda.exemplo.org.br', 'https://roda.exemplo.org.br'],
  [' https://roda.exemplo.org.br/home?a=1 ', 'https://roda.exemplo.org.br'],
  ['HTTPS://Roda.Exemplo.org.br:8443', 'https://roda.exemplo.org.br:8443'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  // A password would cross the network in the open.
  ['http://roda.exemplo.org.br', null],
  ['javascript:alert(1)', null],
  ['roda exemplo', null],
  ['', null],
])('the address of a server, as typed, is spoken to over TLS alone, or on this machine: %s', (typed, origin) => {
  expect(originTyped(typed)).toBe(origin)
})
