import { Alert } from '@mantine/core'
import type { AppealDecision } from '#contracts/labels.ts'
import type { ReportCase } from '#contracts/entities/case.ts'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { useDecideAppeal } from './api.ts'
import { outcomesFor } from './report-text.ts'
import { VerdictForm } from './VerdictForm.tsx'

const choices: readonly { value: AppealDecision; label: string }[] = [
  { value: 'UPHELD', label: 'Vale' },
  { value: 'CHANGED', label: 'Estava errada: muda' },
]

/** The decision on an open appeal, for an administrator who took no part in the first one, or a fiscal, who notes nothing for those. */
export function AppealForm({ of, isFiscal = false }: { of: ReportCase; isFiscal?: boolean }) {
  const decide = useDecideAppeal(of.id)
  if (of.appeal !== 'open') return null
  if (decide.data?.approval) return <Proposed approval={decide.data.approval} />
  // The decision that the reader proposed already waits, and is said beside.
  if (!of.allowed.includes('decide_appeal') && of.proposal) return null
  if (!of.allowed.includes('decide_appeal'))
    return (
      <Alert color="gray">
        Há um recurso a decidir. Você tomou parte na primeira decisão ou só acompanha: decide outra pessoa da
        administração.
      </Alert>
    )
  return (
    <VerdictForm
      title="Decidir o recurso"
      question="A primeira decisão"
      choices={choices}
      outcomesWith={(choice) => outcomesFor(choice === 'CHANGED' ? 'RESOLVED' : 'REJECTED', of)}
      ended={{
        choice: 'CHANGED',
        text: 'Ela já terminou, e o que termina não se desfaz. O recurso reconhece o erro; o dinheiro volta entre as pessoas.',
      }}
      draft={`recurso-decidido:${of.id}`}
      hasNotes={!isFiscal}
      isPending={decide.isPending}
      error={decide.error}
      otherwise="Não foi possível decidir o recurso. Tente de novo."
      decide={({ choice, outcome, message, notes }, forget) =>
        decide.mutate(
          { decision: choice, message, admin_notes: notes, donation_outcome: outcome },
          { onSuccess: forget },
        )
      }
    />
  )
}
