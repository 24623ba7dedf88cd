import { expect, test } from 'vitest'
import { donationStatuses } from '#contracts/labels.ts'
import { donationStatusText, donationStatusTone } from './status-text.ts'

test('a pending donation says whose move it is, and an ended one only its state', () => {
  const text = (status: (typeof donationStatuses)[number], side: 'donor' | 'receiver', waiting = false) =>
    donationStatusText({ status, waiting }, side)
  expect(text('PENDING_PAYMENT', 'donor')).toBe('Pendente · você paga')
  expect(text('PENDING_CONFIRMATION', 'donor')).toBe('Pendente · quem recebe confirma')
  expect(text('PENDING_PAYMENT', 'receiver')).toBe('Pendente · quem doa paga')
  expect(text('PENDING_CONFIRMATION', 'receiver')).toBe('Pendente · você confirma')
  expect(text('PENDING_PAYMENT', 'donor', true)).toBe('Pendente · ainda sem receptor')
  expect(text('CONFIRMED', 'receiver')).toBe('Concluída')
  expect(text('EXPIRED', 'donor')).toBe('Expirada')
})

test('pending has one colour, whoever must move', () => {
  expect(donationStatuses.map(donationStatusTone)).toEqual(['wait', 'wait', 'done', 'over', 'over'])
})
