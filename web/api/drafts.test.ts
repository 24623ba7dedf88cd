import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetDrafts, loadDraft, saveDraft } from './drafts.ts'

let user = 'rosa'
let isFull = false

beforeEach(() => {
  const kept = new Map<string, string>()
  ;[user, isFull] = ['rosa', false]
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ id: user }) })
  // Its keys are its own properties, as in a browser.
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(storage, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
})

describe('what was typed and not yet sent', () => {
  test('is there again for the person who typed it, and for nobody else', () => {
    saveDraft('recusa:1', 'Conferi o extrato.')
    saveDraft('roda', { name: 'Roda da Vila' })
    expect([loadDraft('recusa:1'), loadDraft('recusa:2'), loadDraft('roda')]).toEqual([
      'Conferi o extrato.',
      null,
      { name: 'Roda da Vila' },
    ])
    user = 'bia'
    expect(loadDraft('recusa:1')).toBeNull()
  })

  test('is forgotten once it was sent, and whole by who signs out', () => {
    saveDraft('recusa:1', 'Conferi o extrato.')
    saveDraft('recusa:2', 'Não entrou.')
    saveDraft('recusa:1', null)
    expect([loadDraft('recusa:1'), loadDraft('recusa:2')]).toEqual([null, 'Não entrou.'])
    forgetDrafts()
    expect(loadDraft('recusa:2')).toBeNull()
  })

  test('costs nobody the form where the device keeps nothing', () => {
    isFull = true
    expect(() => saveDraft('recusa:1', 'Conferi o extrato.')).not.toThrow()
    expect(loadDraft('recusa:1')).toBeNull()
  })
})
