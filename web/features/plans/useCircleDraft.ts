import { useState } from 'react'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import type { PlanForm } from '#contracts/plans.ts'
import { emptyOperator } from '#web/features/circle/OperatorFields.tsx'
import { emptyRoda, parseRoda } from './roda.ts'

export type PlanKind = 'roda' | 'laboratory'

/** The circle as it is written down, and the plan that follows from that. */
export function useCircleDraft(plan: PlanForm) {
  const [name, setName] = useState('')
  const [mode, setMode] = useState<Mode>('demonstracao')
  const [operator, setOperator] = useState(emptyOperator)
  const [kind, setKind] = useState<PlanKind>('roda')
  const [roda, setRoda] = useState(emptyRoda)
  const [seen, setSeen] = useState<string | null>(null)
  const isReal = mode === 'real'
  const parsed = parseRoda(roda)
  const isRoda = isReal && kind === 'roda'
  const chosen = isRoda ? parsed.plan : plan
  const members = isRoda && parsed.plan ? parsed.members : SIMULATED_MEMBERS
  // The tick is for one outcome: another plan has to be looked at and ticked anew.
  const shown = JSON.stringify([chosen, members])
  const isSeen = seen === shown
  const see = (isTicked: boolean) => setSeen(isTicked ? shown : null)
  const texts = { name, setName, mode, setMode, operator, setOperator, kind, setKind, roda, setRoda }
  return { ...texts, isReal, isRoda, chosen, members, isSeen, see }
}

export type Mode = 'demonstracao' | 'real'
