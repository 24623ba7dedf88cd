import { describe, expect, test } from 'vitest'
import { changeTitle, followedText, moveText } from './journal-text.ts'

describe('the journal in words', () => {
  test('says what a change was, and which one an undoing undid', () => {
    expect(changeTitle({ kind: 'reorder', level: 1, undoes: null })).toBe('Fila N1: Nova ordem')
    expect(changeTitle({ kind: 'undo', level: 2, undoes: 41 })).toBe('Fila N2: Desfeita a mudança do lançamento 41')
  })

  test('says where each came from and went', () => {
    expect(moveText({ id: 'a', name: 'Ana', from: 3, to: 12 })).toBe('Ana: de #003 para #012')
    expect(moveText({ id: 'a', name: 'Ana', from: null, to: 12 })).toBe('Ana entrou na #012')
    expect(moveText({ id: 'a', name: 'Ana', from: 3, to: null })).toBe('Ana saiu da #003')
  })

  test('counts what followed, in the singular too, and is silent where nothing did', () => {
    const nothing = { cancelled: 0, matched: 0, debts: 0, turns: 0 }
    expect(followedText(nothing)).toBeNull()
    expect(followedText({ ...nothing, cancelled: 1, matched: 3 })).toBe(
      'Com isso: 1 doação cancelada, 3 doações ganharam receptor.',
    )
  })
})
