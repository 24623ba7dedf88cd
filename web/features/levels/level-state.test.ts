import { expect, test } from 'vitest'
import { turnState } from './level-state.ts'

test('a turn that has begun is not still to come, also before its first donation is confirmed', () => {
  const none = { donations_received: 0, donations_required: 3 }
  expect(turnState(none, {}).label).toBe('Ainda por vir')
  expect(turnState(none, { isRunning: true }).label).toBe('Já começou')
  expect(turnState({ ...none, donations_received: 1 }, { isRunning: true }).label).toBe('Em curso')
  expect(turnState({ ...none, donations_received: 3 }, {}).label).toBe('Completa')
})

test('once the roda has ended no turn is to come or goes on, but for what still comes to it', () => {
  const turn = (donations_received: number) => ({ donations_received, donations_required: 3 })
  const labels = [0, 1, 3].map((received) => turnState(turn(received), { isClosed: true }).label)
  expect(labels).toEqual(['Encerrada', 'Encerrada', 'Completa'])
  expect(turnState(turn(1), { isClosed: true, isRunning: true }).label).toBe('Em curso')
})
