import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Door } from '#web/ui/Doors.tsx'
import { dayText } from '#web/text/dates.ts'
import { fiscalsQuery } from './api.ts'
import type { Fiscals } from './api.ts'

type Person = Fiscals['people'][number]

/** How many more words make more than half of the members. */
export function missing(said: number, members: number): number {
  return Math.floor(members / 2) + 1 - said
}

/** Where somebody stands, in a sentence. */
export function standingText({ since, confirmed, ended }: Person, members: number): string {
  if (since === null) {
    const more = missing(confirmed, members)
    return `Indicação de quem organiza. ${confirmed} de ${members} ${confirmed === 1 ? 'confirmou' : 'confirmaram'}; ${more === 1 ? 'falta' : 'faltam'} ${more}.`
  }
  if (ended === 0) return `Fiscal desde ${dayText(since)}.`
  const more = missing(ended, members)
  return `Fiscal desde ${dayText(since)}. ${ended} de ${members} não ${ended === 1 ? 'quer' : 'querem'} mais; com mais ${more}, acaba.`
}

/** The door to the fiscals, with what stands behind it; none where there can be none. */
export function useFiscalsDoor(isAsked: boolean): Door[] {
  const { data } = useQuery({ ...fiscalsQuery, enabled: isAsked })
  if (!isAsked) return []
  const acting = data?.people.filter(({ since }) => since !== null) ?? []
  const waits = (data?.has_word && data.people.some(({ since, mine }) => since === null && mine === null)) ?? false
  const state = waits
    ? 'há quem confirmar'
    : acting.length > 0
      ? acting.map(({ name }) => firstName(name)).join(', ')
      : null
  return [{ to: '/fiscais', title: 'Fiscais', state, isLoud: waits }]
}

/** The doors of somebody who is a fiscal, and how many decisions wait behind the first. */
export function fiscalDoors(waiting: number): readonly Door[] {
  return [
    {
      to: '/decisoes',
      title: 'Decisões que esperam por você',
      state: waiting > 0 ? String(waiting) : null,
      isLoud: waiting > 0,
    },
    { to: '/dinheiro-da-roda', title: 'O dinheiro da roda' },
  ]
}

/** This device knows its person as a fiscal, so that only their first page asks what waits for one. */
const KNOWN = 'ciranda-fiscal'
export const isKnownFiscal = (ownId: string): boolean => localStorage.getItem(KNOWN) === ownId

/** The fiscals, and the reader among them; nothing is asked for nobody. */
function useFiscals(ownId: string | null): { data: Fiscals | undefined; own: Person | undefined } {
  const { data } = useQuery({ ...fiscalsQuery, enabled: ownId !== null })
  const own = data?.people.find(({ member_id: id, since }) => id === ownId && since !== null)
  useEffect(() => {
    if (!data || ownId === null) return
    if (own) localStorage.setItem(KNOWN, ownId)
    else localStorage.removeItem(KNOWN)
  }, [data, own, ownId])
  return { data, own }
}

/** How many decisions wait for the reader, who is a fiscal; 0 for everybody else. */
export function useDecisions(ownId: string | null): number {
  const { data } = useFiscals(ownId)
  return data ? data.waiting.cases.length + data.waiting.proposals : 0
}

const firstName = (name: string) => name.split(' ')[0]!

/** The reader as a fiscal; undefined where they are none. */
export function useOwnFiscal(ownId: string | null): Person | undefined {
  return useFiscals(ownId).own
}
