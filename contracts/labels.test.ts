import { describe, expect, test } from 'vitest'
import {
  adminReportStatusLabels,
  donationStatusLabels,
  donationStatuses,
  donationTypeLabel,
  memberDonationStatusLabel,
  memberReportStatusLabels,
  pixKeyTypeLabels,
  roleLabels,
  userStatusLabels,
  userStatuses,
} from './labels.ts'
import {
  ADMIN_DONATION_PAGE_SIZES,
  ADMIN_PAGE_SIZE,
  AGE_MIN,
  HISTORY_PAGE_SIZE,
  IMAGE_BODY_BYTES,
  IMAGE_BYTES_MAX,
  IMAGE_SIDE_PIXELS,
  MEMBER_REPORT_PAGE_SIZES,
  PAGE_LIMIT_MAX,
  QUEUE_CAPACITY,
  QUEUE_PAGE_SIZE,
  REGISTRATION_BODY_BYTES,
  REPORTS_PAGE_SIZE,
  USERS_PAGE_SIZE,
} from './limits.ts'
import { banks } from './banks.ts'

describe('the words of the specification', () => {
  test('name every status of a donation, for administrators and for members', () => {
    expect(donationStatuses.map((status) => donationStatusLabels[status])).toEqual([
      'Aguardando Pagamento',
      'Aguardando Confirmação',
      'Confirmada',
      'Expirada',
      'Cancelada',
    ])
    expect(donationStatuses.map(memberDonationStatusLabel)).toEqual([
      'Pendente',
      'Pendente',
      'Concluída',
      'Expirada',
      'Cancelada',
    ])
  })

  test('name every type of donation, and call an unknown one Doação', () => {
    const types = [
      'CASCADE_N1',
      'UPGRADE_N2',
      'REINJECTION_N2',
      'UPGRADE_N3',
      'REINFORCEMENT_N3',
      'ADM_N3',
      'FINAL_PAYMENT_N3',
    ]
    expect(types.map(donationTypeLabel)).toEqual([
      'Cascata N1',
      'Upgrade N2',
      'Reinject N2',
      'Upgrade N3',
      'Reforço N3',
      'ADM N3',
      'Pagamento Final N3',
    ])
    expect(donationTypeLabel('PULL')).toBe('Contribuição mensal')
    expect(donationTypeLabel('constructor')).toBe('Doação')
    expect(donationTypeLabel('NEW')).toBe('Doação')
  })

  test('name reports as administrators and as members read them', () => {
    expect(Object.values(adminReportStatusLabels)).toEqual(['Pendente', 'Investigando', 'Resolvido', 'Dispensado'])
    expect(Object.values(memberReportStatusLabels)).toEqual([
      'Aguardando Análise',
      'Em Análise',
      'Resolvido',
      'Dispensado',
    ])
  })

  test('name PIX keys, people and the fifteen banks', () => {
    expect(Object.values(pixKeyTypeLabels)).toEqual(['Celular', 'E-mail', 'CPF/CNPJ', 'Chave Aleatória'])
    expect(Object.keys(userStatusLabels)).toEqual([...userStatuses])
    expect(Object.keys(roleLabels)).toEqual(['USER', 'ADMIN'])
    expect(banks).toHaveLength(15)
  })
})

describe('the figures of the specification', () => {
  test('are its section 9', () => {
    expect([
      USERS_PAGE_SIZE,
      QUEUE_PAGE_SIZE,
      ADMIN_PAGE_SIZE,
      HISTORY_PAGE_SIZE,
      REPORTS_PAGE_SIZE,
      PAGE_LIMIT_MAX,
    ]).toEqual([10, 10, 10, 20, 20, 100])
    expect([ADMIN_DONATION_PAGE_SIZES, MEMBER_REPORT_PAGE_SIZES]).toEqual([
      [10, 20, 50, 100],
      [10, 20, 50],
    ])
    expect([QUEUE_CAPACITY, AGE_MIN, IMAGE_SIDE_PIXELS, IMAGE_BYTES_MAX]).toEqual([100, 18, 400, 5_242_880])
  })

  test('leave room for what they allow: 5 MB in base64, and four registration images', () => {
    expect(IMAGE_BODY_BYTES).toBeGreaterThan(Math.ceil(IMAGE_BYTES_MAX / 3) * 4)
    expect(REGISTRATION_BODY_BYTES).toBeGreaterThan(4 * 1_000_000 + 16 * 1024)
  })
})
