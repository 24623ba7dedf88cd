import { expect, test } from 'vitest'
import { deviceText } from './device-text.ts'

const NOW = Date.parse('2026-11-13T12:00:00Z')
const device = { added_at: '2026-11-11T15:30:00Z', removed_at: null, holds_at: null }

test('a device says since when it signs: of a later one that is the end of its waiting, not the day on which it came', () => {
  expect(deviceText(device, NOW)).toBe('Assina desde 11/11/2026.')
  const later = { ...device, holds_at: '2026-11-12T15:30:00Z' }
  expect(deviceText(later, NOW)).toBe('Assina desde 12/11/2026.')
  expect(deviceText(later, Date.parse('2026-11-12T12:00:00Z'))).toBe('Entrou em 11/11/2026 e ainda não assina.')
  expect(deviceText({ ...later, removed_at: '2026-11-13T10:00:00Z' }, NOW)).toMatch(/^Retirado em 13\/11\/2026;/)
})
