import { expect, test } from 'vitest'
import { turnState } from './level-state.ts'

test('a turn that has begun is not still to come, also before its first donation is confirmed', () => {
  const none = { donations_received: 0, donations_required: 3 }
  expect(turnState(none, false).label).toBe('Ainda por vir')
  expect(turnState(none, true).label).toBe('Já começou')
  expect(turnState({ ...none, donations_received: 1 }, true).label).toBe('Em curso')
  expect(turnState({ ...none, donations_received: 3 }, false).label).toBe('Completa')
})
