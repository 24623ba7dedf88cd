import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const HERE = 'https://roda.example'

test('a message opens a page of the app, and neither a picture that looks like one nor another address', () => {
  expect(pageAddress('/donations?doacao=1', HERE)).toBe(`${HERE}/donations?doacao=1`)
  const others = ['/api/files/screen.png', '/x/../api/files/screen.png', '/assets/a.js', 'https://other.example/home']
  for (const other of [...others, '//other.example', 'javascript:alert(1)', 'http://[']) {
    expect(pageAddress(other, HERE), other).toBe(HERE)
  }
})
