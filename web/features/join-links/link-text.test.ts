import { expect, test } from 'vitest'
import { inviteByWhatsapp } from './link-text.ts'

const LINK = 'https://roda.example/participar#x'

test('an invitation for several goes to a group that its sender chooses, one of a person to their phone alone', () => {
  const toGroup = new URL(inviteByWhatsapp({ invited: null, personal: false }, LINK, 'Roda da Vila')!)
  expect([toGroup.host, toGroup.pathname]).toEqual(['wa.me', '/'])
  expect(toGroup.searchParams.get('text')).toMatch(/Roda da Vila.*https:\/\/roda\.example\/participar#x$/)
  const invited = { name: 'Rosa', email: null, phone: '11900000001' }
  expect(inviteByWhatsapp({ invited, personal: true }, LINK, 'Roda da Vila')).toContain('5511900000001')
  expect(inviteByWhatsapp({ invited: { ...invited, phone: null }, personal: true }, LINK, 'Roda da Vila')).toBe(null)
  expect(inviteByWhatsapp({ invited: null, personal: false }, null, 'Roda da Vila')).toBe(null)
})
